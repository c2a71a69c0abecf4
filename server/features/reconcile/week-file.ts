import { StartError } from "#server/start-error.ts";
import type { DateRange } from "#shared/rules/date-range.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import { openCsvRows, refuseLine } from "../import/csv-rows.ts";

/**
 * In characters: the index of the lines cannot hold a longer `connection_id`. An id that an import
 * would refuse is compared, too: its reading is reported as missing here.
 */
const longestId = 500;

/** The columns that can identify a psychic. The first one that a line fills is used. */
export const psychicKeys = ["external_id", "user_id", "extension", "username"] as const;
export type PsychicKey = (typeof psychicKeys)[number];

/** What the file says about a psychic's week, or about a reading. */
export interface WeekLine {
  line: number;
  /** Null: the file does not name the psychic of its readings. */
  psychic: string | null;
  psychic_key: PsychicKey | null;
  connection_id?: string;
  conn_type?: string;
  calls?: number;
  chats?: number;
  minutes: number;
  free_minutes?: number;
  paid_minutes?: number;
  rate_cents?: number;
  revenue_cents: number;
}

/** A line about a reading of another week. An earlier line may have put it into this week. */
export interface OtherWeekLine {
  line: number;
  connection_id: string;
  isOther: true;
}

export interface WeekFile {
  /** Whether it has a line for each reading, instead of one for each psychic. */
  hasReadings: boolean;
  /** Those that the file has. */
  psychicKeys: readonly PsychicKey[];
  /** The columns to compare, besides the psychic, in their order. */
  compared: readonly (keyof WeekLine)[];
  /** Lines of the week, and lines of other weeks with a `connection_id`. */
  lines: AsyncGenerator<WeekLine | OtherWeekLine>;
  leftOut(): number;
}

type Read = (text: string) => number | string | undefined;

const whole: Read = (text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined);
/** Exact: no fraction of a cent, and no floating point. Databases write further zeros. */
const cents: Read = (text) => {
  const [, sign, dollars, decimals = ""] = /^(-?)(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(text) ?? [];
  if (dollars === undefined) return undefined;
  return Number(`${sign}${dollars}${decimals.padEnd(2, "0")}`);
};
const connType: Read = (text) => (["Call", "Chat"].includes(text) ? text : undefined);

interface Column {
  /** In the file. */
  name: string;
  field: keyof WeekLine;
  read: Read;
  must: string;
}
const column = (name: string, field: keyof WeekLine, read: Read, must: string): Column => ({
  name,
  field,
  read,
  must,
});
const number = "must be a whole number";
const money = "must be dollars with at most two decimals, such as 1234.50";

const minutes = column("minutes", "minutes", whole, number);
const revenue = column("revenue", "revenue_cents", cents, money);
const ofPsychics = {
  required: [column("calls", "calls", whole, number), minutes, revenue],
  optional: [column("chats", "chats", whole, number)],
};
const ofReadings = {
  required: [minutes, revenue],
  optional: [
    column("conn_type", "conn_type", connType, "must be Call or Chat"),
    column("free_minutes", "free_minutes", whole, number),
    column("paid_minutes", "paid_minutes", whole, number),
    column("rate", "rate_cents", cents, money),
  ],
};

/**
 * Opens a file of the old system's week (docs/moving.md). Columns that it does not know are
 * ignored.
 * @throws StartError with one line, here or while reading the lines.
 */
export async function openWeekFile(file: string, week: DateRange): Promise<WeekFile> {
  const { columns, rows } = await openCsvRows(file);
  const hasReadings = columns.includes("connection_id");
  const { required, optional } = hasReadings ? ofReadings : ofPsychics;
  const keys = psychicKeys.filter((name) => columns.includes(name));
  const missing = required.find(({ name }) => !columns.includes(name));
  if (missing) throw new StartError(`${file}: The column "${missing.name}" is missing`);
  if (keys.length === 0 && !hasReadings) {
    throw new StartError(
      `${file}: The column "${psychicKeys.slice(0, -1).join('", "')}" or "${psychicKeys.at(-1)}" is missing`,
    );
  }
  const given = [...required, ...optional].filter(({ name }) => columns.includes(name));
  let leftOut = 0;

  async function* lines(): AsyncGenerator<WeekLine | OtherWeekLine> {
    for await (const { line, fields } of rows) {
      const id = fields.connection_id;
      if (fields.started_at !== undefined) {
        const startedAt = instantOf(fields.started_at);
        if (startedAt === null) refuseLine(file, line, "started_at must be an ISO 8601 time");
        const day = newYorkDay(startedAt);
        if (day < week.start || day > week.end) {
          leftOut++;
          if (id) yield { line, connection_id: id, isOther: true };
          continue;
        }
      }
      if (id === "") refuseLine(file, line, "connection_id is empty");
      if (id !== undefined && id.length > longestId) {
        refuseLine(file, line, `connection_id has more than ${longestId} characters`);
      }
      const values = given.map(({ name, field, read, must }) => {
        const value = read(fields[name] ?? "");
        if (value === undefined) refuseLine(file, line, `${name} ${must}`);
        return [field, value];
      });
      const key = keys.find((name) => fields[name]) ?? null;
      if (keys.length > 0 && !key) {
        refuseLine(file, line, `${keys.join(" and ")} ${keys.length > 1 ? "are" : "is"} empty`);
      }
      yield {
        ...Object.fromEntries(values),
        ...(id !== undefined && { connection_id: id }),
        line,
        psychic: (key && fields[key]) ?? null,
        psychic_key: key,
      };
    }
  }
  const compared = given.map(({ field }) => field);
  return { hasReadings, psychicKeys: keys, compared, lines: lines(), leftOut: () => leftOut };
}

/** With a zone, as readings are imported; null for any other text. */
function instantOf(text: string): number | null {
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const instant = isInstant ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? null : instant;
}
