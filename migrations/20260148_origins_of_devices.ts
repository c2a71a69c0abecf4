import type { Knex } from "knex";

/**
 * A brand can have several hosts, and a phone's app belongs to one of them. A declarative push
 * message names the address that a tap opens, so the portal needs the host of each device (D68).
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table push_subscriptions add column origin text;
    comment on column push_subscriptions.origin is
      'The address of the portal''s pages that the device uses, such as https://portal.example. Null: an earlier release stored the device; its brand''s first host then counts.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("alter table push_subscriptions drop column origin");
}
