import type { Knex } from "knex";

/**
 * Three more kinds of notification: the second question about a booked call, and what a manager is
 * told of a call without an answer or that the psychic cannot take.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table notifications drop constraint notifications_kind_check,
      add constraint notifications_kind_check check (kind in
        ('booked', 'changed', 'cancelled', 'soon', 'again', 'due', 'decided', 'unanswered',
         'cannot', 'test'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from notifications where kind in ('again', 'unanswered', 'cannot');
    alter table notifications drop constraint notifications_kind_check,
      add constraint notifications_kind_check check (kind in
        ('booked', 'changed', 'cancelled', 'soon', 'due', 'decided', 'test'));
  `);
}
