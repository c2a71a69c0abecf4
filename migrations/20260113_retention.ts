import type { Knex } from "knex";

/**
 * Limits how long data is stored: adds indexes for the prune job, and allows it to delete entries
 * of the audit trail after two years.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index logins_age on logins (started_at);
    create index gifts_age on gifts (sent_at);
    create index scheduled_calls_age on scheduled_calls (at);
    create index password_links_age on password_links (expires_at);
    create index email_changes_age on email_changes (changed_at);
    create index used_challenges_age on used_challenges (expires_at);
    create index rate_limits_age on rate_limits (expire);
    create index deliveries_delivered on deliveries (delivered_at) where delivered_at is not null;
    create index deliveries_given_up on deliveries (given_up_at) where given_up_at is not null;
    create index deliveries_resting on deliveries (next_attempt_at)
      where delivered_at is null and given_up_at is null and first_attempt_at is null;

    -- A portal that never had a platform has years of waiting changes, with PINs. Its first
    -- platform would get them all.
    update deliveries set given_up_at = now(), last_status = 'no platform', pin_sealed = null
     where delivered_at is null and given_up_at is null and first_attempt_at is null
       and next_attempt_at < now() - interval '3 days'
       and not exists (select from deliveries where first_attempt_at is not null);

    drop trigger audit_trail_is_insert_only on audit_trail;
    create trigger audit_trail_is_insert_only before update or truncate on audit_trail
      for each statement execute function audit_trail_is_insert_only();
    create trigger audit_trail_keeps_two_years before delete on audit_trail
      for each row when (old.at >= now() - interval '730 days')
      execute function audit_trail_is_insert_only();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger audit_trail_keeps_two_years on audit_trail;
    drop trigger audit_trail_is_insert_only on audit_trail;
    create trigger audit_trail_is_insert_only before update or delete or truncate on audit_trail
      for each statement execute function audit_trail_is_insert_only();
    drop index logins_age, gifts_age, scheduled_calls_age, password_links_age, email_changes_age,
      used_challenges_age, rate_limits_age, deliveries_delivered, deliveries_given_up,
      deliveries_resting;
  `);
}
