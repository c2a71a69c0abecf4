import type { EndpointData } from "#shared/http/endpoint.ts";
import type { Problem } from "#shared/http/errors.ts";
import type { PlainRequest } from "#web/api/address.ts";
import type { Sealed } from "#web/api/sealed.ts";

/** A request to send later. In the queue it is sealed under its user's key. */
export interface Edit {
  endpoint: Pick<EndpointData, "method" | "path">;
  request: PlainRequest;
  /**
   * The names or numbers behind the request's ids, or the values before the edit, as JSON. Missing
   * in edits of older releases.
   */
  about?: string | undefined;
  /**
   * For a thing that merges part by part (`merge.ts`): the value that the edit changes, as JSON.
   */
  base?: string | undefined;
}

/** The server's refusal of an edit. */
export interface Stuck {
  status: number;
  problem: Problem | null;
  /** With a 412: the ETag of the server's current version. */
  version: string | null;
}

/**
 * The state of an edit in the queue.
 * - `waiting`: it will be sent, or sent again
 * - `sending`: it is on its way; after a crash it is sent again under the same key
 * - `conflict`: somebody else changed the same thing; its user chooses between the two versions
 * - `refused`: the server rejected it, or this device cannot read it; its user fixes or discards
 *   it, or gives the password where the server asks for that
 * - `expired`: the server may soon forget its key; its user decides about each further attempt
 */
export type EntryState = "waiting" | "sending" | "conflict" | "refused" | "expired";

/**
 * An edit as the queue stores it; nobody can read what was typed without its user's key. Phones
 * hold entries of older releases, so the names and meanings of these fields never change.
 */
export interface Entry {
  id: string;
  owner: number;
  /** Idempotency-Key. */
  key: string;
  /**
   * The name of the thing that it edits, or its own id if it creates something. Edits of one thing
   * go out in order, and a stuck edit holds back those of its own thing only.
   */
  thing: string;
  /** The ETag that it is based on. */
  version: string | null;
  /**
   * The page that made this edit did not show the earlier edit of the thing, for example because
   * another tab made that one. Or the earlier edit was later merged with somebody else's save,
   * which the page did not show (`replaceByMoved`). When the earlier edit is saved, this edit keeps
   * its own base version, so the server answers 412. This edit is then merged with the server's
   * value, or its user chooses.
   */
  isBlind: boolean;
  sealed: Sealed;
  /** Epoch milliseconds of this device's clock. */
  madeAt: number;
  state: EntryState;
  /** How often it was sent. With 0, the server cannot have seen it. */
  tries: number;
  /**
   * The edit is not sent before this time of this device's clock. An eager run ignores the time,
   * unless the server asked for the pause.
   */
  notBefore: number;
  /** The server asked for the pause (Retry-After): "Send now" does not shorten it. */
  isAskedToWait: boolean;
  /** Its user agreed to send an expired edit once more. Missing in edits of older releases. */
  isAgreed?: boolean;
  /** Sealed `Stuck`, in `conflict` and `refused`. */
  stuck: Sealed | null;
}

export const isStuck = ({ state }: Pick<Entry, "state">) =>
  state === "conflict" || state === "refused" || state === "expired";
