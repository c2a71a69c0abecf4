import type { Knex } from "knex";
import { oneRow } from "#server/db/one-row.ts";
import { invalid, Refusal } from "#server/http/refusal.ts";
import { describeError } from "#server/log.ts";
import { applyListQuery, countRows, type ListOrder } from "#server/queries/list-query.ts";
import type { Services } from "#server/services.ts";
import type { ListQuery } from "#shared/fields.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { Erasure, privacyEndpoints } from "#shared/privacy.ts";
import { eraseApplicant, eraseCustomer, erasePsychic } from "./erase-person.ts";
import { type ErasedPerson, repeatedSteps, steps } from "./erase-portions.ts";

type Asked = BodyOf<typeof privacyEndpoints.erasePerson>;

interface Found {
  name: string;
  status?: string;
  /** Whether the psychic had a reading since the beginning of last year. */
  earned?: boolean;
  erased: boolean;
}

/** Locks the person, so that if two owners erase at once, only the first succeeds. */
async function lockPerson(trx: Knex, { kind, id }: Asked, now: Date): Promise<Found | undefined> {
  if (kind === "psychic") {
    const { rows } = await trx.raw<{ rows: Found[] }>(
      `select u.username as name, p.account_status as status, p.erased_at is not null as erased,
              exists (select from readings r where r.psychic_id = p.user_id
                and r.started_at >= date_trunc('year', ?::timestamptz, 'America/New_York')
                  - interval '1 year') as earned
         from psychics p join users u on u.id = p.user_id
        where p.user_id = ?::bigint for no key update of p`,
      [now, id],
    );
    return rows[0];
  }
  if (kind === "customer") {
    return trx("customers")
      .where({ id })
      .forNoKeyUpdate()
      .first("username as name", trx.raw("erased_at is not null as erased"));
  }
  return trx("contacts")
    .whereRaw("id = ?::bigint", [id])
    .forUpdate()
    .first("name", trx.raw("false as erased"));
}

/**
 * Checks that the person may be erased. @throws Refusal 404 if there is no such person, 422 if the
 * typed name differs, 409 for an open account, for pay that may be owed (D62), and for somebody
 * erased before.
 */
async function requireErasable(trx: Knex, asked: Asked, now: Date): Promise<void> {
  const found = await lockPerson(trx, asked, now);
  if (!found) throw new Refusal("not_found");
  if (found.erased) throw new Refusal("state_forbids", { detail: "This person is already erased" });
  const isSame = asked.name.trim() === found.name.trim();
  if (!isSame) throw invalid("name", "Type the name exactly as shown");
  if (asked.kind !== "psychic") return;
  if (found.status !== "Inactive") {
    throw new Refusal("state_forbids", {
      detail:
        "Only an Inactive account can be erased, so set the account status to Inactive first. If it is on the Blacklist now, this person can then sign up again",
    });
  }
  if (found.earned && !asked.settled) {
    throw new Refusal("state_forbids", {
      detail:
        "This psychic had readings this year or last year. Tick the box once everything is paid and " +
        "the tax forms are filed",
    });
  }
}

type EraseServices = Pick<Services, "jobs"> & { sql: Knex; now: Date };

/** Removes what one transaction can remove, and enqueues the job that removes the rest. */
async function applyAtOnce({ sql, jobs, now }: EraseServices, erased: ErasedPerson) {
  const { id, kind, person_id } = erased;
  if (kind === "psychic") {
    const pictures = await erasePsychic(sql, person_id, now);
    const removed = pictures.map((name) => ({ name }));
    if (removed.length > 0) await jobs.sendAll("remove-picture", removed, sql);
  } else if (kind === "customer") await eraseCustomer(sql, person_id, now);
  else await eraseApplicant(sql, person_id);
  await jobs.send("erase", { erasureId: id }, sql);
}

/** Erases a person, in the transaction of `sql`. @throws Refusal 404, 409, 422. */
export async function erasePerson(
  services: EraseServices,
  asked: Asked,
  askedBy: number,
): Promise<number> {
  const { sql, now } = services;
  await requireErasable(sql, asked, now);
  const { kind, id: person_id, reason } = asked;
  const { id } = await oneRow(
    sql("erasures")
      .insert({ kind, person_id, reason, asked_by: askedBy, asked_at: now })
      .returning("id"),
  );
  await applyAtOnce(services, { id, kind, person_id });
  return id;
}

/**
 * Removes one portion of each step. The trail of somebody who was erased before cannot be changed any
 * more, and has nothing new. @returns whether everything is gone.
 */
export async function erasePortion({ db, files }: Services, erasureId: number, now: Date) {
  const erasure = await db.sql("erasures").where({ id: erasureId }).first();
  if (!erasure) return true;
  const isAgain = erasure.applied_at !== null;
  let isDone = true;
  for (const step of isAgain ? repeatedSteps : steps) {
    const more = await db.sql.transaction((trx) => step(trx, erasure, files));
    if (more) isDone = false;
  }
  if (isDone && !isAgain) {
    await db.sql("erasures").where({ id: erasureId }).update({ applied_at: now });
  }
  return isDone;
}

/** How many erasures one job applies again. */
const againAtOnce = 100;

/**
 * Applies erasures again: a restored backup may have the people back, and the platform may have sent
 * texts of an erased customer. A failure at one stops no other.
 * @param after the id of the last one before.
 * @returns the id of the last one; null if there are no more.
 */
export async function reapplyErasures(
  { db, jobs, log }: Services,
  after: number,
  now: Date,
): Promise<number | null> {
  const some = await db
    .sql("erasures")
    .where("id", ">", after)
    .orderBy("id")
    .limit(againAtOnce)
    .select("id", "kind", "person_id");
  for (const erasure of some) {
    await db.sql
      .transaction((trx) => applyAtOnce({ sql: trx, jobs, now }, erasure))
      .catch((error: Error) =>
        log.error(
          { job: "erase-again", error: describeError(error) },
          `erasure ${erasure.id} could not be applied again`,
        ),
      );
  }
  return some.length === againAtOnce ? (some.at(-1)?.id ?? null) : null;
}

const order: ListOrder<"asked_at" | "kind" | "person_id"> = {
  columns: { asked_at: "e.asked_at", kind: "e.kind", person_id: "e.person_id" },
  first: { sort: "asked_at", order: "desc" },
  id: "e.id",
};

/** The erasures, by default the latest first. */
export async function listErasures(
  sql: Knex,
  query: ListQuery,
): Promise<{ erasures: Erasure[]; total: number }> {
  const erasures: Erasure[] = await sql("erasures as e")
    .join("users as u", "u.id", "e.asked_by")
    .select("e.id", "e.kind", "e.person_id", "e.reason", "e.asked_at", "e.applied_at")
    .select("u.username as asked_by")
    .modify(applyListQuery(query, order));
  return { erasures, total: await countRows(sql("erasures")) };
}
