import type { Knex } from "knex";
import { byText } from "#server/db/by-text.ts";
import { applyListQuery, countRows, type ListOrder } from "#server/queries/list-query.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import type { StaffMember, staffEndpoints } from "#shared/staff.ts";

const columns = {
  user_id: "u.id",
  username: "u.username",
  first: "u.first",
  last: "u.last",
  email: "u.email",
  brand: "u.brand",
} as const satisfies Partial<Record<keyof StaffMember, string>>;

/** An earlier release creates managers without a staff role. */
const role = "coalesce(u.staff_role, 'manager')";
const psychics = "coalesce(p.psychics, 0)";
const contacts = "(select count(*)::integer from contacts c where c.manager_id = u.id)";
const invitedAt = "case when u.password_hash is null then i.invited_at end";
const isShutOut = "u.password_hash is null and i.invited_at is null";
/** `a` has only the absences of today. */
const awayUntil = "a.to_day";

const order: ListOrder<keyof StaffMember> = {
  columns: {
    ...columns,
    username: byText("u.username"),
    first: byText("u.first"),
    last: byText("u.last"),
    email: byText("u.email"),
    role,
    psychics,
    contacts,
    away_until: awayUntil,
    shut_out: isShutOut,
    invited_at: invitedAt,
  },
  first: { sort: "username", order: "asc" },
  id: "u.id asc",
};

/** Everybody who is or was on the staff. */
export async function listStaff(
  sql: Knex,
  query: QueryOf<typeof staffEndpoints.listStaff>,
  today: string,
): Promise<{ staff: StaffMember[]; total: number }> {
  const members = () => sql("users as u").where("u.role", "manager");
  const counts = sql("psychics").groupBy("manager_id").select("manager_id").count("* as psychics");
  const staff: StaffMember[] = await members()
    .leftJoin(counts.as("p"), "p.manager_id", "u.id")
    .leftJoin("invitations as i", "i.user_id", "u.id")
    .leftJoin("absences as a", (join) =>
      join
        .on("a.user_id", "u.id")
        .andOnVal("a.from_day", "<=", today)
        .andOnVal("a.to_day", ">=", today),
    )
    .select(columns)
    .select({
      role: sql.raw(role),
      psychics: sql.raw(`${psychics}::integer`),
      contacts: sql.raw(contacts),
      away_until: awayUntil,
      shut_out: sql.raw(isShutOut),
      invited_at: sql.raw(invitedAt),
    })
    .modify(applyListQuery(query, order));
  return { staff, total: await countRows(members()) };
}
