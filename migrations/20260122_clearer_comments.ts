import type { Knex } from "knex";

/** Comments that were hard to read, or not exact: the old text and the new one. */
const comments: Record<string, [before: string, after: string]> = {
  "column psychics.referral": [
    "The extension of who referred the psychic, as typed.",
    "The extension of the person who referred the psychic, as typed.",
  ],
  "column deliveries.message_id": [
    "By which the platform drops repeats.",
    "The same for every attempt, so that the platform can drop repeats.",
  ],
  "column deliveries.given_up_at": [
    "The platform did not take it for too long.",
    "When the portal gave up, because no platform took it for 3 days.",
  ],
  "column notifications.expires_at": [
    "Too late to be of use.",
    "The message is not sent after this: it would be too late.",
  ],
  "table push_subscriptions": [
    "Devices that receive push messages, each of a session.",
    "Devices that receive push messages. Each belongs to a session.",
  ],
  "table audit_hours": [
    "How often something frequent happened in an hour, of which the trail has one entry.",
    "How often a frequent action happened in an hour. The trail has one entry for all of them.",
  ],
  "table sql_definitions": [
    "Which version of the functions that are defined beside their feature the database has.",
    "For each SQL definition of a feature, the version that this database has.",
  ],
};

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** docs/data-model.md and server/db/tables.ts read these. */
export async function up(knex: Knex): Promise<void> {
  for (const [object, [, after]] of Object.entries(comments)) {
    await knex.raw(`comment on ${object} is ${quoted(after)}`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const [object, [before]] of Object.entries(comments)) {
    await knex.raw(`comment on ${object} is ${quoted(before)}`);
  }
}
