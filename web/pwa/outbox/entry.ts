import type { EndpointData } from "#shared/http/endpoint.ts";
import type { Problem } from "#shared/http/errors.ts";
import type { PlainRequest } from "#web/api/address.ts";
import type { Sealed } from "#web/api/sealed.ts";

/** What is sent later: sealed under its user's key while it waits. */
export interface Edit {
  endpoint: Pick<EndpointData, "method" | "path">;
  request: PlainRequest;
  /** What its ids stand for, in words. Missing in edits that an older release queued. */
  about?: string | undefined;
}

/** Why an edit cannot go out as it is. */
export interface Stuck {
  status: number;
  problem: Problem | null;
  /** Of a 412: the ETag of what stands now. */
  version: string | null;
}

/**
 * An edit in the queue.
 * - `waiting`: to be sent, or to be sent again
 * - `sending`: on its way; after a crash it is sent again under the same key
 * - `conflict`: somebody else changed the same thing; its user chooses
 * - `refused`: the server will not have it; its user mends or discards it, or confirms it with the
 *   password where the server asks for that
 * - `expired`: older than the server remembers keys; its user decides
 */
export type EntryState = "waiting" | "sending" | "conflict" | "refused" | "expired";

/** As it lies in the queue: nothing of what was typed can be read without its user's key. */
export interface Entry {
  id: string;
  owner: number;
  /** Idempotency-Key. */
  key: string;
  /** What it edits: edits of one thing go out in order, and a stuck one holds back its own only. */
  thing: string;
  /** The ETag it was made on. */
  version: string | null;
  /**
   * Made without the one before it in sight, as in another tab: the version that one makes does not
   * pass to it, so that its user is asked what shall stand.
   */
  isBlind: boolean;
  sealed: Sealed;
  /** Epoch milliseconds of this device's clock. */
  madeAt: number;
  state: EntryState;
  /** 0: the server cannot have seen it. */
  tries: number;
  /** Not before this time of this device's clock. */
  notBefore: number;
  /** The server asked for the pause (Retry-After): no impatience ends it. */
  isAskedToWait: boolean;
  /** Sealed `Stuck`, in `conflict` and `refused`. */
  stuck: Sealed | null;
}

export const isStuck = ({ state }: Pick<Entry, "state">) =>
  state === "conflict" || state === "refused" || state === "expired";
