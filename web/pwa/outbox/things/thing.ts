import type { EndpointData, RequestOf, ResponseOf } from "#shared/http/endpoint.ts";
import type { Edit } from "../entry.ts";

/** Identifies an endpoint. */
export type EndpointKey = Pick<EndpointData, "method" | "path">;

/** A line of what an edit changes; `theirs` where somebody else has changed the same thing. */
export interface Line {
  label: string;
  mine: string;
  theirs?: string;
}

/** Describes an edit for people, and turns it back into the values of its form. */
export interface Description<Body = unknown, Data = unknown> {
  /** @param current what the server holds now, after a 412. */
  lines(body: Body, edit: Edit, current: Data | undefined): readonly Line[];
  /** Why the edit may not replace what the server holds now; undefined if it may. */
  locked?(current: Data): string | undefined;
  /** The form of the edit and its values. Without it the edit cannot be opened in a form. */
  draft?: { form: string; values(body: Body): object };
}

/**
 * A thing that a psychic may edit while offline: everything the phone has to know about it. Its
 * functions are methods, because TypeScript then lets a table of all things call them with any
 * stored body.
 */
export interface Thing<Body = unknown, Data = unknown> {
  /** Stored with every edit, so a name never changes. */
  name: string;
  /** On screen. */
  title: string;
  /** The address at which it is edited. */
  screen: string;
  /** The endpoints that its edits are sent to. */
  edits: readonly EndpointKey[];
  /** Each edit makes something new, so no edit waits for another. */
  creates?: true;
  /** Whether an edit cannot wait, such as one with a PIN: no phone stores a PIN. */
  isOnlineOnly?(body: Body): boolean;
  /** How a new edit merges into an unsent earlier one. If absent, both are sent. */
  merge?(before: Body, later: Body): Body;
  /** Whether a new edit changes all that a stuck one would change. If absent, it never does. */
  covers?(before: Body, later: Body): boolean;
  /** The answers that show the thing, and how they look with an unsent edit in them. */
  overlay?: {
    answers: readonly EndpointKey[];
    show(data: Data, body: Body, edit: Edit, madeAt: number): Data;
  };
  /** Loads the texts, which only the screen of unsent edits needs. */
  describe(): Promise<Description<Body, Data>>;
}

export type Queueable = EndpointData & { queueable: true };

type BodyOf<E extends EndpointData> = E extends EndpointData
  ? RequestOf<E> extends { body: infer Body }
    ? Body
    : undefined
  : never;

/** Checks a thing against the bodies and answers of its endpoints. */
export function defineThing<const Edits extends Queueable, const Answers extends EndpointData>(
  thing: Thing<BodyOf<Edits>, ResponseOf<Answers>> & {
    edits: readonly Edits[];
    overlay?: { answers: readonly Answers[] };
  },
): Thing & { edits: readonly Edits[] } {
  return thing;
}

/** Loaded by the screen of unsent edits only: descriptions need code of the forms. */
export const descriptions = () => import("./descriptions.ts");
