import type { Knex } from "knex";
import { byText } from "#server/db/by-text.ts";
import { applyListQuery, countRows, type ListOrder } from "#server/queries/list-query.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import type { Manager, managerEndpoints } from "#shared/managers.ts";
import { rolesWith } from "#shared/rules/staff.ts";
import { staffWhoMay } from "./managers.ts";

type Sortable = "username" | "first" | "last" | "brand" | "psychics" | "contacts";

const psychics = "(select count(*)::integer from psychics p where p.manager_id = users.id)";
const contacts = "(select count(*)::integer from contacts c where c.manager_id = users.id)";

const order: ListOrder<Sortable> = {
  columns: {
    ...{ username: byText("username"), first: byText("first"), last: byText("last") },
    ...{ brand: "brand", psychics, contacts },
  },
  first: { sort: "username", order: "asc" },
  id: "id asc",
};

/** Staff to whom psychics or applications can belong, with their absence. */
export async function listManagers(
  sql: Knex,
  query: QueryOf<typeof managerEndpoints.listManagers>,
  today: string,
): Promise<{ managers: Manager[]; total: number }> {
  const all = () => staffWhoMay(sql, "handle-applications");
  const managers: Manager[] = await all()
    .select("id as user_id", "username", "first", "last", "brand", "spoken_languages as languages")
    .select({
      has_psychics: sql.raw("coalesce(staff_role, 'manager') = any (?)", [
        rolesWith("edit-psychics"),
      ]),
      psychics: sql.raw(psychics),
      contacts: sql.raw(contacts),
      away: sql.raw(
        `(select jsonb_build_object('from', a.from_day, 'to', a.to_day, 'delegate', a.delegate_id)
            from absences a where a.user_id = users.id and a.to_day >= ?::date)`,
        [today],
      ),
    })
    .modify(applyListQuery(query, order));
  return { managers, total: await countRows(all()) };
}
