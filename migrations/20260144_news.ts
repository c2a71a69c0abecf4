import type { Knex } from "knex";

/**
 * Announces changes of schedules, availabilities, booked calls and accounts to every process of the
 * portal, with the psychic's id. PostgreSQL sends a notification with the commit, and only one for
 * equal changes of a transaction. What changes nothing is not announced, because commits with a
 * notification wait for each other.
 *
 * The triggers are created in the order in which the portal locks these tables.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function tell_news() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        perform pg_notify('news', tg_argv[0] || ' ' || old.psychic_id);
      end if;
      if tg_op <> 'DELETE' then
        perform pg_notify('news', tg_argv[0] || ' ' || new.psychic_id);
      end if;
      return null;
    end $$;
    create function tell_account_news() returns trigger language plpgsql as $$
    begin
      perform pg_notify('news', 'account ' || new.user_id);
      return null;
    end $$;

    create trigger psychics_news after insert on psychics
      for each row execute function tell_account_news();
    create trigger psychics_news_of_change after update of account_status on psychics
      for each row when (old.account_status is distinct from new.account_status)
      execute function tell_account_news();

    create trigger schedule_news after insert or update or delete on schedule_segments
      for each row execute function tell_news('schedule');

    create trigger availability_news after insert or delete on availability
      for each row execute function tell_news('availability');
    create trigger availability_news_of_change after update on availability
      for each row when (old.code is distinct from new.code)
      execute function tell_news('availability');

    create trigger scheduled_calls_news after insert or delete on scheduled_calls
      for each row execute function tell_news('calls');
    create trigger scheduled_calls_news_of_change after update on scheduled_calls
      for each row when (old.* is distinct from new.*)
      execute function tell_news('calls');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger psychics_news on psychics;
    drop trigger psychics_news_of_change on psychics;
    drop trigger schedule_news on schedule_segments;
    drop trigger availability_news on availability;
    drop trigger availability_news_of_change on availability;
    drop trigger scheduled_calls_news on scheduled_calls;
    drop trigger scheduled_calls_news_of_change on scheduled_calls;
    drop function tell_account_news();
    drop function tell_news();
  `);
}
