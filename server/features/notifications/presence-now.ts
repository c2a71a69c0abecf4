import type pg from "pg";
import type { PushKind } from "#shared/push-fields.ts";
import { missedOf } from "../questions/missed-calls.ts";
import { type Stuck, stuckOf } from "../questions/stuck.ts";
import type { AlwaysKind } from "./notification-kinds.ts";

interface Claimed {
  user_id: number;
  kind: PushKind | AlwaysKind;
}

/** The facts of the moment about users whom claimed notifications ask about their availability. */
export interface PresenceNow {
  /** By user, those who are stuck on Busy. */
  stuck: Map<number, Stuck>;
  /** By user, when the call ended that they have just missed. */
  missed: Map<number, string>;
  /** The kinds whose facts could not be read. */
  unread: Set<PushKind | AlwaysKind>;
}

/** Reads what the claimed kinds need. A failing query holds up no notification of another kind. */
export async function presenceNow(
  pool: pg.Pool,
  claimed: readonly Claimed[],
  now: Date,
): Promise<PresenceNow> {
  const unread: PresenceNow["unread"] = new Set();
  const read = async <T>(kind: "stuck" | "missed", of: (users: number[]) => Promise<T[]>) => {
    const users = claimed.filter((one) => one.kind === kind).map(({ user_id }) => user_id);
    if (users.length === 0) return [];
    try {
      return await of(users);
    } catch {
      unread.add(kind);
      return [];
    }
  };
  const stuck = await read("stuck", (users) => stuckOf(pool, [now, users]));
  const missed = await read("missed", (users) => missedOf(pool, [now, users]));
  return {
    stuck: new Map(stuck.map((state) => [state.psychic_id, state])),
    missed: new Map(missed.map(({ psychic_id, ended_at }) => [psychic_id, ended_at])),
    unread,
  };
}
