import type { Knex } from "knex";
import { byText } from "#server/db/by-text.ts";
import type { ApprovalType, approvalEndpoints } from "#shared/approvals.ts";
import { type ListQuery, rowsAtMost } from "#shared/fields.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";

type Approvals = ResponseOf<typeof approvalEndpoints.listApprovals>;
type Approval = Approvals["approvals"][number];

/**
 * Nobody can approve a listing or picture of a blocked account (D4). The SQL twin of isEditable in
 * shared/rules/account.ts; a test compares the two.
 */
const editable = `p.account_status <> 'Blacklist'
     and not (p.account_status = 'Pending' and p.requires_approval)`;

/**
 * At most one row per psychic and type is pending, so `date` and `max_creation_date` are the same.
 */
const waiting = `
  select user_id, 'Profile' as to_approve, profile_since as since
    from psychics where profile_status = 'Pending' and account_status <> 'Blacklist'
  union all
  select l.psychic_id, 'Listing', l.updated_at
    from listings l join psychics p on p.user_id = l.psychic_id
   where l.status = 'Pending' and ${editable}
  union all
  select i.user_id, 'Picture', i.created_at
    from pictures i join psychics p on p.user_id = i.user_id
   where i.state = 'pending' and ${editable}
  union all
  select user_id, 'Account', account_status_since from psychics where account_status = 'Pending'`;

/** SQL of each sortable column. A query only chooses among them; its text never becomes SQL. */
const sortable: Record<keyof Approval, string> = {
  date: "w.since",
  agent_user_id: "w.user_id",
  agent_user_name: byText("u.username"),
  to_approve: "w.to_approve",
  max_creation_date: "w.since",
};

/** SQL with one binding, the managers' ids: whether the psychic of a row belongs to one of them. */
const ofManagers = `exists (
  select from psychics p where p.user_id = w.user_id and p.manager_id = any (?::integer[]))`;

/**
 * Lists the approvals, by default the oldest first.
 * @param managers only those of these managers' psychics; null for all.
 */
export async function listApprovals(
  sql: Knex,
  query: ListQuery & { to_approve?: ApprovalType | undefined },
  managers: number[] | null,
): Promise<Approvals> {
  const sort = sortable[(query.sort ?? "date") as keyof Approval];
  const order = query.order === "desc" ? "desc" : "asc";
  // The total is part of every row. A page past the end has one row, without a date.
  const { rows } = await sql.raw<{ rows: (Approval & { total: number; date: string | null })[] }>(
    `with waiting as materialized (
       select * from (${waiting}) w
        where w.to_approve = coalesce(?, w.to_approve)
          and (?::integer[] is null or ${ofManagers})
     )
     select counted.total, page.*
       from (select count(*) as total from waiting) counted
       left join lateral (
         select w.since as date, w.user_id as agent_user_id, u.username as agent_user_name,
                w.to_approve, w.since as max_creation_date
           from waiting w
           join users u on u.id = w.user_id
          order by ${sort} ${order}, w.user_id, w.to_approve
          limit ? offset ?
       ) page on true`,
    [query.to_approve ?? null, managers, managers, query.limit ?? rowsAtMost, query.offset ?? 0],
  );
  const total = rows[0]?.total ?? 0;
  return {
    approvals: rows.filter((row) => row.date !== null).map(({ total: _, ...approval }) => approval),
    total,
  };
}

/** Counts the approvals of each type in one query. @param managers as for the list. */
export async function countApprovals(
  sql: Knex,
  managers: number[] | null,
): Promise<Record<ApprovalType, number>> {
  const { rows } = await sql.raw<{ rows: { to_approve: ApprovalType; count: number }[] }>(
    `select w.to_approve, count(*) as count from (${waiting}) w
      where ?::integer[] is null or ${ofManagers}
      group by w.to_approve`,
    [managers, managers],
  );
  const counts = { Account: 0, Profile: 0, Listing: 0, Picture: 0 };
  for (const row of rows) counts[row.to_approve] = row.count;
  return counts;
}
