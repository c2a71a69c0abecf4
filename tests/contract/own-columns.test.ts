import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, type Database } from "#server/db/connection.ts";
import { ownLists } from "#server/features/privacy/own-data.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url, { onError: () => {}, poolSize: 1 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** The tables and columns that a person's own export leaves out, each with the reason. */
const leftOut: Record<string, string> = {
  "call_attempts.connection_id": "psychics do not see it (D23c)",
  "call_attempts.event_at": "orders the platform's events",
  "calendar_addresses.secret_hash": "the hash of a secret",
  "code_apps.last_step": "guards the code app against a second use of a code",
  "code_apps.new_secret_sealed": "a secret",
  "code_apps.secret_sealed": "a secret",
  "deliveries.attempts": "how the portal sends, not what",
  "deliveries.first_attempt_at": "how the portal sends, not what",
  "deliveries.last_status": "how the portal sends, not what",
  "deliveries.message_id": "how the portal sends, not what",
  "deliveries.next_attempt_at": "how the portal sends, not what",
  "deliveries.pin_sealed": "a secret",
  "email_changes.token_hash": "the hash of a secret",
  "gifts.sent_day": "follows from sent_at",
  idempotency_keys: "answers that are kept for a day, in case the app asks again",
  "logins.external_id": "the platform's id",
  "logins.session_key": "links the login with a session",
  monthly_statistics: "sums of daily_statistics",
  "notifications.attempts": "how the portal sends, not what",
  "notifications.call_id": "the platform's id",
  "notifications.event": "an id; what happened is in kind",
  "notifications.expires_at": "how the portal sends, not what",
  "notifications.subject": "an id; what happened is in kind",
  "passkeys.counter": "guards the passkey against a copy",
  "passkeys.credential_id": "belongs to the device",
  "passkeys.public_key": "belongs to the device",
  "phones.id": "an id",
  "phones.pin_index": "follows from the phone number and the PIN",
  "pictures.name": "a secret part of the picture's address",
  "psychics.erased_at": "an erased person has no account to ask with",
  "psychics.referral_known": "whether the referral was a psychic's extension; only staff see it",
  "psychics.requires_approval": "only staff see it",
  "psychics.ssn_index": "follows from the SSN",
  "push_subscriptions.endpoint": "a secret of the device",
  "push_subscriptions.keys": "secrets of the device",
  "push_subscriptions.origin": "an address of the portal",
  "push_subscriptions.session_sid": "links the device with a session",
  reading_ids: "finds the partition of a reading",
  psychic_hours: "sums of the availability, the schedule, calls and readings",
  "readings.day": "follows from started_at",
  "readings.has_recording": "psychics do not hear recordings (D23c)",
  "readings.rate_cents": "psychics do not see it (D23c)",
  "readings.revenue_cents": "psychics do not see it (D23c)",
  "recovery_codes.code_hash": "the hash of a secret",
  "scheduled_calls.event_at": "orders the platform's events",
  "sessions.epoch": "ends the sessions of an earlier password",
  "sign_in_notices.token_hash": "the hash of a secret",
  statistics_changes: "days whose statistics are out of date",
  "users.session_epoch": "ends the sessions of an earlier password",
};

test("a person's own export has each column of the tables that name a person (D63)", async () => {
  const { rows } = await db.sql.raw<{ rows: { table: string; column: string }[] }>(
    `select c.table_name as "table", c.column_name as column
       from information_schema.columns c join pg_class t on t.oid = to_regclass('public.' || table_name)
      where c.table_schema = 'public' and not t.relispartition and t.relkind in ('r', 'p')
        and (c.table_name = 'users' or exists (
              select from information_schema.columns p
               where p.table_schema = 'public' and p.table_name = c.table_name
                 and p.column_name in ('user_id', 'psychic_id')))
      order by 1, 2`,
  );
  const isExported = ({ table, column }: { table: string; column: string }) =>
    ownLists.some(
      ({ sql }) =>
        new RegExp(`\\b(from|join) ${table}\\b`).test(sql) &&
        new RegExp(`\\b${column}\\b`).test(sql),
    );
  const missing = rows.filter((row) => !isExported(row));
  const reasons = missing.map(({ table, column }) =>
    table in leftOut ? table : `${table}.${column}`,
  );
  const hint = "add it to own-data.ts, or to `leftOut` with the reason";
  expect([...new Set(reasons)], hint).toEqual(Object.keys(leftOut).sort());
});
