import type { Knex } from "knex";

/**
 * Sums by month and sums of all psychics, for long ranges. Triggers keep them equal to
 * daily_statistics, so a release that does not know them may refresh the statistics, too. Filling
 * them locks out only a refresh, which waits.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table monthly_statistics (
      -- No foreign key: daily_statistics has the one to psychics.
      psychic_id integer not null,
      month date not null check (extract(day from month) = 1),
      ${sums.map((column) => `${column} ${typeOf(column)} not null`).join(", ")},
      primary key (month, psychic_id)
    );
    create index monthly_statistics_of_psychic on monthly_statistics (psychic_id, month);
    comment on table monthly_statistics is
      'Sums of a psychic''s days in a month; triggers keep it equal to daily_statistics.';

    create table statistics_totals (
      day date primary key,
      calls integer not null,
      minutes integer not null,
      revenue_cents bigint not null,
      attempted integer not null
    );
    comment on table statistics_totals is
      'Sums of all psychics'' readings in a day; triggers keep it equal to daily_statistics.';

    lock table daily_statistics in share row exclusive mode;
    ${addSums("daily_statistics")}

    create function roll_up_added_days() returns trigger language plpgsql as $$
    begin
      ${addSums("new_rows")}
      return null;
    end $$;

    create function roll_up_removed_days() returns trigger language plpgsql as $$
    begin
      ${addSums(negative("old_rows"))}
      delete from monthly_statistics m
        using (select distinct psychic_id, ${month} as month from old_rows) o
        where m.psychic_id = o.psychic_id and m.month = o.month and m.attempted = 0;
      delete from statistics_totals t
        using (select distinct day from old_rows) o
        where t.day = o.day and t.attempted = 0;
      return null;
    end $$;

    create function roll_up_changed_days() returns trigger language plpgsql as $$
    begin
      ${addSums(`${negative("old_rows")} union all select ${columns} from new_rows`)}
      return null;
    end $$;

    create function roll_up_no_days() returns trigger language plpgsql as $$
    begin
      truncate monthly_statistics, statistics_totals;
      return null;
    end $$;

    create trigger daily_statistics_added after insert on daily_statistics
      referencing new table as new_rows
      for each statement execute function roll_up_added_days();
    create trigger daily_statistics_removed after delete on daily_statistics
      referencing old table as old_rows
      for each statement execute function roll_up_removed_days();
    create trigger daily_statistics_changed after update on daily_statistics
      referencing old table as old_rows new table as new_rows
      for each statement execute function roll_up_changed_days();
    create trigger daily_statistics_emptied after truncate on daily_statistics
      for each statement execute function roll_up_no_days();
  `);
}

const sums = [
  ...["calls", "call_minutes", "new_calls", "new_call_minutes"],
  ...["billed_calls", "billed_call_minutes"],
  ...["chats", "chat_minutes", "new_chats", "new_chat_minutes"],
  ...["billed_chats", "billed_chat_minutes"],
  ...["free_minutes", "call_paid_minutes", "chat_paid_minutes"],
  ...["call_revenue_cents", "chat_revenue_cents"],
  ...["attempted", "missed", "rating_sum", "ratings"],
];
const typeOf = (column: string) => (column.endsWith("_cents") ? "bigint" : "integer");
const columns = ["psychic_id", "day", ...sums].join(", ");
const month = "date_trunc('month', day)::date";

/** SQL: the rows of a transition table, to be subtracted. */
const negative = (rows: string) =>
  `select psychic_id, day, ${sums.map((column) => `-${column} as ${column}`).join(", ")} from ${rows}`;

/** @param rows SQL of a query or table: rows of daily_statistics. */
function addSums(rows: string): string {
  const from = `from (${rows.includes(" ") ? rows : `table ${rows}`}) d`;
  const added = (name: string, summed: string[]) =>
    summed.map((column) => `${column} = ${name}.${column} + excluded.${column}`).join(", ");
  return `
    insert into monthly_statistics as m (month, psychic_id, ${sums.join(", ")})
      select ${month}, psychic_id, ${sums.map((column) => `sum(${column})`).join(", ")}
        ${from} group by 1, 2 order by 1, 2
      on conflict (month, psychic_id) do update set ${added("m", sums)};
    insert into statistics_totals as t (day, calls, minutes, revenue_cents, attempted)
      select day, sum(calls + chats), sum(call_minutes + chat_minutes),
          sum(call_revenue_cents + chat_revenue_cents), sum(attempted)
        ${from} group by 1 order by 1
      on conflict (day) do update
        set ${added("t", ["calls", "minutes", "revenue_cents", "attempted"])};`;
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger daily_statistics_added on daily_statistics;
    drop trigger daily_statistics_removed on daily_statistics;
    drop trigger daily_statistics_changed on daily_statistics;
    drop trigger daily_statistics_emptied on daily_statistics;
    drop function roll_up_added_days, roll_up_removed_days, roll_up_changed_days, roll_up_no_days;
    drop table monthly_statistics, statistics_totals;
  `);
}
