/** How long a kind of data is stored, and its purpose. */
export interface Life {
  /** In the words of docs/operations.md. */
  what: string;
  tables: readonly string[];
  /** Whole days after the event in `how`. Left out if `how` says everything. */
  days?: number;
  how: string;
  /** Its purpose, in the words of the screen Privacy. */
  why: string;
}

export const lifeOf = ({ days, how }: Life) =>
  days ? `${days} ${days === 1 ? "day" : "days"} ${how}` : how;

/** A row of the table in docs/operations.md. */
export const rowOf = (life: Life): string => `| ${life.what} | ${lifeOf(life)} | ${life.why} |`;

/** Data with an earlier date has reached the end of its life. */
export const endOfLife = ({ days }: { days: number }, now: Date) =>
  new Date(now.getTime() - days * 86_400_000);
