import type { Knex } from "knex";

/**
 * Each new link and each new password spends a user's earlier links. Links of invitations live for
 * weeks, so after a wave of invitations the table may have a row for every psychic.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw("create index password_links_user on password_links (user_id)");
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("drop index password_links_user");
}
