import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { customerRow } from "#seeds/builders/customer.ts";
import { makeReading } from "#seeds/builders/reading.ts";
import { makeScheduledCall } from "#seeds/builders/scheduled-call.ts";
import { customers as customersImport } from "#server/features/import/kinds/customers.ts";
import { erase, eraseAgain } from "#server/jobs/erase.ts";
import { type Account, makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

// Places in which text of an erased person once survived, and cases that once stopped an erasure.

let portal: TestApp;
let owner: SignedIn;
let psychic: Account;

const sql = () => portal.services.db.sql;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());
beforeEach(async () => {
  const account = await makeManager(sql(), { staff_role: "owner" });
  owner = await portal.signIn(account.username, password);
  psychic = await makePsychic(sql(), { psychic: { account_status: "Inactive" } });
});

async function eraseNow(body: object) {
  const answer = await owner.post("/api/erasures", { reason: "The person asked for it", ...body });
  expect([answer.status, answer.body]).toEqual([202, { id: expect.any(Number) }]);
  await erase.handle(portal.services, { erasureId: answer.body.id }, "a job");
}
const erasePsychic = () => eraseNow({ kind: "psychic", id: psychic.id, name: psychic.username });

test("a call that was moved here after a notification to another psychic is no obstacle", async () => {
  const before = await makePsychic(sql());
  const call = await makeScheduledCall(sql(), { psychic_id: psychic.id });
  await sql()("notifications").insert({
    ...{ user_id: before.id, kind: "booked", call_id: call.id, call_at: call.at },
    ...{ due_at: new Date(), created_at: new Date(), expires_at: new Date(), subject: "call" },
  });
  await erasePsychic();
  expect(await sql()("scheduled_calls").where({ psychic_id: psychic.id })).toEqual([]);
});

test("the platform learns that the account is closed, even if it was away", async () => {
  await sql()("deliveries").insert({
    ...{ psychic_id: psychic.id, type: "psychic.changed", data: { phones: ["2125550199"] } },
    ...{ created_at: new Date(), next_attempt_at: new Date() },
  });
  await erasePsychic();
  const waiting = () =>
    sql()("deliveries").where({ psychic_id: psychic.id }).orderBy("id").select("type", "data");
  const [account, availability] = await waiting();
  expect(account?.data).toMatchObject({ account_status: "Inactive", phones: [] });
  expect(availability?.data).toMatchObject({ code: "U" });
  await portal.advance(86_400_000);
  await eraseAgain.handle(portal.services, {}, "a night");
  expect(await waiting()).toHaveLength(2);
});

test("an account with the name of an erased psychic is no obstacle", async () => {
  await makePsychic(sql(), { username: `erased psychic ${psychic.id}` });
  await erasePsychic();
  const row = await sql()("users").where({ id: psychic.id }).first("username");
  expect(row?.username).toMatch(new RegExp(`^Erased psychic ${psychic.id}, \\w{8}$`));
});

test("a failure at one person stops no other, and the list still says when each was erased", async () => {
  const other = await makePsychic(sql(), { psychic: { account_status: "Inactive" } });
  await erasePsychic();
  await eraseNow({ kind: "psychic", id: other.id, name: other.username });
  const times = () => sql()("erasures").orderBy("id").pluck("applied_at");
  const before = await times();
  await sql()("users").where({ id: other.id }).update({ first: "Back" });
  await sql().raw(`create function refuse() returns trigger language plpgsql as $$ begin
    if new.id = ${psychic.id} then raise exception 'no'; end if; return new; end $$`);
  await sql().raw(
    "create trigger refuse before update on users for each row execute function refuse()",
  );
  await eraseAgain.handle(portal.services, {}, "a night");
  await sql().raw("drop function refuse cascade");
  const row = await sql()("users").where({ id: other.id }).first("first");
  expect(row?.first).toBe("Erased");
  expect(await times()).toEqual(before);
  expect(portal.lines.some(({ message }) => /could not be applied again/.test(message))).toBe(true);
});

test("a customer's gifts lose their subject in the audit trail, and an import brings no name back", async () => {
  const customer = { id: 7_701, username: "moonchild" };
  await sql()("customers").insert(customerRow(customer));
  const active = await makePsychic(sql());
  await makeReading(sql(), { user_id: active.id, customer_id: customer.id });
  await sql()("audit_trail").insert({
    ...{ at: new Date(), actor_id: active.id, subject_id: active.id, action: "gifts sent" },
    detail: { gifts: 1, minutes: 3, subject: "For moonchild" },
  });
  await eraseNow({ kind: "customer", id: customer.id, name: customer.username });
  const entry = await sql()("audit_trail").where({ subject_id: active.id }).first("detail");
  expect(entry?.detail).toEqual({ gifts: 1, minutes: 3, subject: null });
  await sql().transaction((trx) =>
    customersImport.store(
      { ...portal.services, sql: trx, now: new Date(), folder: "", within: "", isDryRun: false },
      [
        {
          ...{ customer_id: customer.id, username: customer.username, redeemable_minutes: 1 },
          ...{ blocked: false, updated_at: new Date().toISOString() },
        },
      ],
    ),
  );
  const row = await sql()("customers").where({ id: customer.id }).first("username", "blocked");
  expect(row).toEqual({ username: `Erased customer ${customer.id}`, blocked: true });
});
