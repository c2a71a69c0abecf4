import type { Knex } from "knex";
import { oneRow } from "#server/db/one-row.ts";
import { pruneRows } from "#server/db/prune-rows.ts";
import { invalid, Refusal } from "#server/http/refusal.ts";
import { lives } from "#server/retention.ts";
import { reassignmentUndoableFor } from "#shared/managers.ts";
import {
  type Belongings,
  type Doer,
  lockBelongings,
  moveContacts,
  movePsychics,
} from "./hand-over.ts";
import { lockManager, staffWhoMay } from "./managers.ts";

/** A psychic or an application that moves, and the manager whom the caller saw. */
interface Moved<From> {
  id: number;
  from: From;
}

export interface Reassignment {
  to: number;
  psychics: readonly Moved<number>[];
  contacts: readonly Moved<number | null | undefined>[];
}

interface Stored {
  id: number;
  name: string;
  manager_id: number | null;
}

/**
 * Checks that all exist and still belong to the manager whom the caller saw.
 * @throws Refusal 422 for one that does not exist, or is named twice; 409 for one that was moved.
 */
function refuseMoved(
  field: "psychics" | "contacts",
  asked: readonly Moved<number | null | undefined>[],
  stored: readonly Stored[],
): void {
  const found = new Map(stored.map((row) => [row.id, row]));
  for (const [place, { id, from }] of asked.entries()) {
    const row = found.get(id);
    if (!row) throw invalid(`${field}.${place}.id`, "Nobody has this id, or it is named twice");
    if (row.manager_id !== (from ?? null)) {
      throw new Refusal("state_forbids", {
        // Without a name: the answer is stored, and an erasure could not find it.
        detail:
          "Somebody else has reassigned one of them since you opened the list. Close this and choose again",
      });
    }
    found.delete(id);
  }
}

/**
 * Gives psychics and applications to another manager: all or none. Rows that already
 * belong to that manager stay, without an audit entry.
 * @throws Refusal 422 if the manager cannot take over; otherwise like `refuseMoved`.
 */
export async function reassign(
  trx: Knex,
  { to, psychics, contacts }: Reassignment,
  by: Doer & { actorId: number; at: Date },
): Promise<Belongings & { id: number }> {
  const capability = psychics.length > 0 ? "edit-psychics" : "handle-applications";
  await lockManager(trx, to, { capability, path: "to" });
  const ids = (moved: readonly { id: number }[]) => moved.map(({ id }) => id);
  const rows: Stored[] = await trx("psychics as p")
    .join("users as u", "u.id", "p.user_id")
    .whereRaw("p.user_id = any (?)", [ids(psychics)])
    .orderBy("p.user_id")
    .forNoKeyUpdate("p")
    .select("p.user_id as id", "u.username as name", "p.manager_id");
  refuseMoved("psychics", psychics, rows);
  const applications: Stored[] = await trx("contacts")
    .whereRaw("id = any (?)", [ids(contacts)])
    .orderBy("id")
    .forNoKeyUpdate()
    .select("id", "name", "manager_id");
  refuseMoved("contacts", contacts, applications);
  const movedPsychics = psychics.filter(({ from }) => from !== to);
  const movedContacts = contacts.filter(({ from }) => from !== to);
  const moved = {
    psychics: await movePsychics(
      trx,
      movedPsychics.map((one) => ({ ...one, to })),
      by,
    ),
    contacts: await moveContacts(
      trx,
      movedContacts.map(({ id, from }) => ({ id, from: from ?? null, to })),
    ),
  };
  const { id } = await oneRow(
    trx("reassignments")
      .insert({
        ...{ by_id: by.actorId, to_id: to, at: by.at },
        psychics: JSON.stringify(movedPsychics.map(({ id, from }) => [id, from])),
        contacts: JSON.stringify(movedContacts.map(({ id, from }) => [id, from ?? null])),
      })
      .returning("id"),
  );
  return { ...moved, id };
}

/**
 * Gives back what a reassignment moved, except what has left the new manager since.
 * @throws Refusal 404 for another person's reassignment; 409 after 30 seconds, the second time, or
 * if a previous manager can no longer take something back.
 */
export async function undoReassignment(
  trx: Knex,
  id: number,
  by: Doer & { actorId: number; at: Date },
): Promise<Belongings> {
  const made = await trx("reassignments")
    .whereRaw("id = ?::bigint", [id])
    .where({ by_id: by.actorId })
    .forUpdate()
    .first("to_id", "at", "psychics", "contacts", "undone_at");
  if (!made) throw new Refusal("not_found");
  const refuse = (detail: string) => new Refusal("state_forbids", { detail });
  if (made.undone_at !== null) throw refuse("This has already been undone");
  if (by.at.getTime() - Date.parse(made.at) > reassignmentUndoableFor) {
    throw refuse("It is too late to undo this. Reassign them again instead");
  }
  const psychics = made.psychics as unknown as [number, number][];
  const contacts = made.contacts as unknown as [number, number | null][];
  await lockAll(
    trx,
    psychics.map(([, before]) => before),
    "edit-psychics",
  );
  await lockAll(
    trx,
    contacts.flatMap(([, before]) => before ?? []),
    "handle-applications",
  );
  await lockBelongings(trx, {
    psychics: psychics.map(([one]) => one),
    contacts: contacts.map(([one]) => one),
  });
  const from = made.to_id;
  const moved = {
    psychics: await movePsychics(
      trx,
      psychics.map(([one, to]) => ({ id: one, from, to })),
      by,
    ),
    contacts: await moveContacts(
      trx,
      contacts.map(([one, to]) => ({ id: one, from, to })),
    ),
  };
  await trx("reassignments").where({ id }).update({ undone_at: by.at });
  return moved;
}

/**
 * Locks staff who are to get something back. @throws Refusal 409 if one of them can no longer have
 * it.
 */
async function lockAll(
  trx: Knex,
  ids: readonly number[],
  capability: "edit-psychics" | "handle-applications",
): Promise<void> {
  const wanted = [...new Set(ids)];
  const able: number[] = await staffWhoMay(trx, capability)
    .whereRaw("id = any (?)", [wanted])
    .orderBy("id")
    .forShare()
    .pluck("id");
  if (able.length < wanted.length) {
    throw new Refusal("state_forbids", {
      detail:
        "This cannot be undone: one of the earlier managers has left or has another role. Reassign them instead",
    });
  }
}

export const pruneReassignments = pruneRows("reassignments", "at < ?", lives.reassignments);
