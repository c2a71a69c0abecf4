import type { Knex } from "knex";
import type { FileStore } from "#server/adapters/file-store.ts";
import type { Erasure } from "#shared/privacy.ts";
import { compactDay, recordingName } from "../readings/recording.ts";

export type ErasedPerson = Pick<Erasure, "id" | "kind" | "person_id">;

/** Rows of a portion: far less than the statement timeout allows. A bucket takes 20 ms for a file. */
const portion = 500;
const filesAtOnce = 100;

/** A step that removes one portion. @returns whether there may be more. */
export type Step = (trx: Knex, erased: ErasedPerson, files: FileStore) => Promise<boolean>;

const ofPerson = {
  psychic: "psychic_id = :person",
  customer:
    "psychic_id in (select psychic_id from psychic_customers where customer_id = :person) " +
    "and customer_id = :person",
} as const;

/** Removes files before rows: after a crash, the reading still leads to the files that are left. */
const recordings: Step = async (trx, { kind, person_id }, files) => {
  if (kind === "applicant") return false;
  const { rows } = await trx.raw<{
    rows: { psychic_id: number; started_at: string; connection_id: string; day: string }[];
  }>(
    `select psychic_id, started_at, connection_id, day from readings
      where ${ofPerson[kind]} and has_recording limit ${filesAtOnce}`,
    { person: person_id },
  );
  for (const { psychic_id, started_at, connection_id, day } of rows) {
    await files.remove(recordingName(compactDay(day), connection_id));
    await trx("readings")
      .where({ psychic_id, started_at, connection_id })
      .update({ has_recording: false });
  }
  return rows.length === filesAtOnce;
};

/** Removes the texts of ratings. The rating itself is part of the figures. */
const ratingTexts: Step = async (trx, { kind, person_id }) => {
  if (kind === "applicant") return false;
  const { rowCount } = await trx.raw(
    `update readings r set rating_text = null
       from (select psychic_id, started_at, connection_id from readings
              where ${ofPerson[kind]} and rating_text is not null limit ${portion}) found
      where r.psychic_id = found.psychic_id and r.started_at = found.started_at
        and r.connection_id = found.connection_id`,
    { person: person_id },
  );
  return rowCount === portion;
};

const gifts: Step = async (trx, { kind, person_id }) => {
  if (kind === "applicant") return false;
  const { rowCount } = await trx.raw(
    `update gifts set subject = 'Erased', body = 'Erased' where id in (
       select id from gifts where ${kind}_id = :person and (subject, body) <> ('Erased', 'Erased')
        limit ${portion})`,
    { person: person_id },
  );
  return rowCount === portion;
};

/** When the psychic was available, and who called when. */
const presence: Step = async (trx, { kind, person_id }) => {
  if (kind !== "psychic") return false;
  const counts: number[] = [];
  for (const [table, at] of Object.entries(presenceTables)) {
    const { rowCount } = await trx.raw(
      `delete from ${table} t
        using (select psychic_id, ${at} from ${table} where psychic_id = :person limit ${portion}) found
        where t.psychic_id = found.psychic_id and t.${at} = found.${at}`,
      { person: person_id },
    );
    counts.push(rowCount);
  }
  return counts.some((count) => count >= portion);
};

/** Each with the column of its months. */
const presenceTables = { availability_changes: "at", call_attempts: "initiated_at" };

/**
 * Removes the customer's gifts from deliveries, even from those that still wait. For a psychic,
 * `erasePsychic` has removed all deliveries.
 */
const deliveries: Step = async (trx, { kind, person_id }) => {
  if (kind !== "customer") return false;
  const { rowCount } = await trx.raw(
    `update deliveries d
        set data = jsonb_set(d.data, '{gifts}',
          (select coalesce(jsonb_agg(gift), '[]') from jsonb_array_elements(d.data -> 'gifts') gift
            where (gift ->> 'customer_id')::bigint <> :person))
      where id in (
       select id from deliveries
        where psychic_id in (select psychic_id from psychic_customers where customer_id = :person)
          and type = 'gifts.sent'
          and data @> jsonb_build_object('gifts',
            jsonb_build_array(jsonb_build_object('customer_id', :person::bigint)))
        limit ${portion})`,
    { person: person_id },
  );
  return rowCount === portion;
};

/**
 * Entries about the psychic keep the names of their fields, and those of the psychic's own actions
 * also their routes. The entry of the erasure keeps its reason.
 */
const auditTrail: Step = async (trx, { id, kind, person_id }) => {
  if (kind !== "psychic") return false;
  await trx.raw("select set_config('portal.erasure', ?, true)", [String(id)]);
  const { rowCount } = await trx.raw(
    `update audit_trail t
        set detail = without_values(t.detail),
            -- Of staff, the trail keeps from where they worked.
            address = case when t.actor_id is null or t.actor_id = :person then null
                           else t.address end,
            browser = case when t.actor_id is null or t.actor_id = :person then null
                           else t.browser end
       from (select at, id from audit_trail
              where (subject_id = :person and actor_id is distinct from :person
                      and action <> 'person erased' and detail <> without_values(detail))
                 or (subject_id = :person and actor_id is null
                      and (address, browser) is distinct from (null, null))
                 or (actor_id = :person and (detail, address, browser)
                      is distinct from (without_values(detail), null, null))
              limit ${portion}) found
      where t.at = found.at and t.id = found.id`,
    { person: person_id },
  );
  return rowCount === portion;
};

/**
 * Removes the subjects of gifts from the trail. One entry is about several customers, so all
 * entries of this customer's psychics lose their subjects.
 */
const giftSubjects: Step = async (trx, { id, kind, person_id }) => {
  if (kind !== "customer") return false;
  await trx.raw("select set_config('portal.erasure', ?, true)", [String(id)]);
  const { rowCount } = await trx.raw(
    `update audit_trail t set detail = jsonb_set(t.detail, '{subject}', 'null')
       from (select at, id from audit_trail
              where subject_id in (select psychic_id from psychic_customers where customer_id = ?)
                and action = 'gifts sent' and detail ->> 'subject' is not null
              limit ${portion}) found
      where t.at = found.at and t.id = found.id`,
    [person_id],
  );
  return rowCount === portion;
};

/** The platform may send these again about an erased person. */
export const repeatedSteps: readonly Step[] = [
  ...[recordings, ratingTexts, gifts, deliveries, presence],
];
export const steps: readonly Step[] = [...repeatedSteps, auditTrail, giftSubjects];
