import type { Knex } from "knex";
import { type AuditEntry, writeAudit } from "#server/http/audit.ts";
import { countRows } from "#server/queries/list-query.ts";
import type { Manager } from "./managers.ts";

/** How many psychics and applications somebody has, or how many have moved. */
export interface Belongings {
  psychics: number;
  contacts: number;
}

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count} ${many}`;

export const countedPsychics = (psychics: number): string =>
  counted(psychics, "psychic", "psychics");

/** `3 psychics and 1 application`. */
export function countedBelongings({ psychics, contacts }: Belongings): string {
  const parts = [
    ...(psychics > 0 || contacts === 0 ? [countedPsychics(psychics)] : []),
    ...(contacts > 0 ? [counted(contacts, "application", "applications")] : []),
  ];
  return parts.join(" and ");
}

export async function countBelongings(sql: Knex, managerId: number): Promise<Belongings> {
  return {
    psychics: await countRows(sql("psychics").where({ manager_id: managerId })),
    contacts: await countRows(sql("contacts").where({ manager_id: managerId })),
  };
}

/** Who did it, and in which request. */
export type Doer = Pick<AuditEntry, "actorId" | "trace">;

/**
 * Locks psychics, then applications, each in the order of their ids. All code that moves them locks
 * in this order.
 */
export async function lockBelongings(
  trx: Knex,
  { psychics, contacts }: { psychics: readonly number[]; contacts: readonly number[] },
): Promise<void> {
  await trx("psychics")
    .whereRaw("user_id = any (?)", [[...psychics]])
    .orderBy("user_id")
    .forNoKeyUpdate()
    .select("user_id");
  await trx("contacts")
    .whereRaw("id = any (?)", [[...contacts]])
    .orderBy("id")
    .forNoKeyUpdate()
    .select("id");
}

/**
 * Gives psychics to managers, each with an audit row. The caller has locked the managers.
 * @param moves pairs of a psychic's id and the manager before and after; others stay where they are.
 * @returns how many moved.
 */
export async function movePsychics(
  trx: Knex,
  moves: readonly { id: number; from: number; to: number }[],
  { actorId, trace }: Doer,
): Promise<number> {
  const { requestId = null, address = null, browser = null } = trace ?? {};
  const { rows } = await trx.raw<{ rows: { psychics: number }[] }>(
    `with moved as (
       update psychics p set manager_id = m.after
         from unnest(:ids::integer[], :froms::integer[], :tos::integer[]) m (id, before, after)
        where p.user_id = m.id and p.manager_id = m.before
       returning p.user_id, m.before, m.after
     ), noted as (
       insert into audit_trail
         (actor_id, action, subject_id, request_id, address, browser, detail)
       select :actor::integer, 'manager changed', user_id, :requestId, :address, :browser,
              jsonb_build_object('old', before, 'new', after)
         from moved
     )
     select count(*)::integer as psychics from moved`,
    {
      ids: moves.map(({ id }) => id),
      froms: moves.map(({ from }) => from),
      tos: moves.map(({ to }) => to),
      ...{ actor: actorId, requestId, address, browser },
    },
  );
  return rows[0]?.psychics ?? 0;
}

/** The same for applications, which the audit trail counts only. */
export async function moveContacts(
  trx: Knex,
  moves: readonly { id: number; from: number | null; to: number | null }[],
): Promise<number> {
  const { rows } = await trx.raw<{ rows: { contacts: number }[] }>(
    `with moved as (
       update contacts c set manager_id = m.after
         from unnest(:ids::integer[], :froms::integer[], :tos::integer[]) m (id, before, after)
        where c.id = m.id and c.manager_id is not distinct from m.before
       returning 1
     )
     select count(*)::integer as contacts from moved`,
    {
      ids: moves.map(({ id }) => id),
      froms: moves.map(({ from }) => from),
      tos: moves.map(({ to }) => to),
    },
  );
  return rows[0]?.contacts ?? 0;
}

/**
 * Gives everything of one manager to another, with an audit row for each psychic.
 * @param by who did it, and in which request; null for a command.
 */
export async function handOver(
  trx: Knex,
  from: Manager,
  to: Manager,
  by: Doer | null = null,
): Promise<Belongings> {
  const change = { from: from.id, to: to.id };
  // In the order in which a reassignment locks them, so that the two cannot deadlock.
  const psychicIds: number[] = await trx("psychics")
    .where({ manager_id: from.id })
    .orderBy("user_id")
    .forNoKeyUpdate()
    .pluck("user_id");
  // In the database alone: somebody may have a hundred thousand applications.
  await trx.raw(
    `select count(*) from
       (select from contacts where manager_id = ? order by id for no key update) locked`,
    [from.id],
  );
  const psychics = await movePsychics(
    trx,
    psychicIds.map((id) => ({ id, ...change })),
    by ?? { actorId: null, trace: null },
  );
  const contacts = await trx("contacts")
    .where({ manager_id: from.id })
    .update({ manager_id: to.id });
  return { psychics, contacts };
}

/**
 * Removes a person who can no longer look after psychics from the rules of brands, and from
 * absences in which the person stands in. The audit trail gets an entry for each rule.
 */
export async function forgetManager(
  trx: Knex,
  id: number,
  by: Pick<AuditEntry, "actorId" | "trace">,
): Promise<void> {
  const changed = await trx("assignment_rules")
    .where({ manager_id: id })
    .update({ kind: "least_loaded", manager_id: null, version: trx.raw("version + 1") })
    .returning("brand");
  for (const { brand } of changed) {
    const detail = {
      brand,
      from: { kind: "fixed", manager_id: id },
      to: { kind: "least_loaded", manager_id: null },
    };
    await writeAudit(trx, { ...by, action: "assignment rule changed", subjectId: null, detail });
  }
  await trx("absences").where({ delegate_id: id }).update({ delegate_id: null });
}

/** Deletes the absence of a person who can no longer have psychics or applications. */
export const forgetAbsence = (trx: Knex, id: number): Promise<number> =>
  trx("absences").where({ user_id: id }).del();
