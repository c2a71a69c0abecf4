import type { Knex } from "knex";

/** Comments that were hard to understand: the old text and the new one. */
const comments: Record<string, [before: string, after: string]> = {
  "column users.password_hash": [
    "Null: this user cannot sign in. An imported one is that of an old system until its owner signs in.",
    "Null: this user cannot sign in. A sign-in replaces the imported hash of an old system.",
  ],
  "column invitations.letters": [
    "How many letters so far; the last one counts.",
    "How many letters so far. Only the link of the last letter is valid.",
  ],
  "column notifications.event": [
    "A name. A user gets one message for each. A reminder has its kind, call and start as its name.",
    "The event's name. A user gets one message for each name. A reminder's name consists of its kind, call and start.",
  ],
  "column schema_floor.migration": [
    "A release must have it.",
    "Only a release that has this migration may run on this schema.",
  ],
  "table reading_ids": [
    "Where the reading of a connection is: it keeps the id unique over all months and psychics.",
    "Where the reading of each connection is. This table keeps connection ids unique over all months and psychics.",
  ],
};

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** docs/data-model.md and server/db/tables.ts read these. */
export async function up(knex: Knex): Promise<void> {
  await setComments(knex, ([, after]) => after);
}

export async function down(knex: Knex): Promise<void> {
  await setComments(knex, ([before]) => before);
}

async function setComments(
  knex: Knex,
  textOf: (texts: [before: string, after: string]) => string,
): Promise<void> {
  // Until an upgrade's job has moved the readings, the table `reading_ids` is in this schema.
  await knex.raw("set local search_path to partitioned, public");
  for (const [object, texts] of Object.entries(comments)) {
    await knex.raw(`comment on ${object} is ${quoted(textOf(texts))}`);
  }
  await knex.raw("set local search_path to default");
}
