import type { Knex } from "knex";

/**
 * Managers get one of five roles. The oldest manager of each brand who can sign in becomes an owner;
 * the others keep what they could do before.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users
      add column staff_role text
        constraint users_staff_role_check
          check (staff_role in ('owner', 'manager', 'recruiter', 'payroll', 'viewer')),
      add constraint users_staff_check check (staff_role is null or role = 'manager');
    comment on column users.staff_role is
      'What a manager may do (shared/rules/staff.ts). Null for psychics. An earlier release creates managers with null, which counts as ''manager''.';
    update users u
      set staff_role = case when u.id = (
          select min(o.id) from users o
            where o.role = 'manager' and o.brand = u.brand and o.password_hash is not null
        ) then 'owner' else 'manager' end
      where u.role = 'manager'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("alter table users drop column staff_role");
}
