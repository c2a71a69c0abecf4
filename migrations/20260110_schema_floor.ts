import type { Knex } from "knex";

/**
 * Says which releases may start on this schema: those that have the named migration. A migration
 * that only adds does not change this. A migration that removes something stores here the first
 * migration of the oldest release that works without it (C9).
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table schema_floor (
      single boolean primary key default true check (single),
      migration text not null
    );
    insert into schema_floor (migration) values ('20260110_schema_floor.ts');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("drop table schema_floor");
}
