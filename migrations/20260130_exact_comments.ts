import type { Knex } from "knex";

/** Comments that were not exact: the old text and the new one. */
const comments: Record<string, [before: string, after: string]> = {
  "column pictures.name": [
    "What the file in the data folder is called.",
    "The beginning of the names of its files: NAME_s.jpg, NAME_m.jpg and NAME_l.jpg.",
  ],
  "column email_changes.ended_at": [
    "When it was undone, or a later change made undoing impossible.",
    "When this change or an earlier one was undone, or a manager set another address.",
  ],
  "table contacts": [
    "Messages and applications from visitors of the recruiting sites.",
    "Applications from visitors of the recruiting sites.",
  ],
  "column notifications.event": [
    "Each event of a user makes one message; reminders of a call have fixed names.",
    "A name. A user gets one message for each. A reminder has its kind, call and start as its name.",
  ],
  "table problems": [
    "Reports of problems with the portal.",
    "Reports of problems to the manager and the brand's support.",
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
