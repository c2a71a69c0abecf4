import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeContact } from "#seeds/builders/contact.ts";
import { makeCustomer } from "#seeds/builders/customer.ts";
import { makeProblem } from "#seeds/builders/problem.ts";
import { makeReading } from "#seeds/builders/reading.ts";
import { byText } from "#server/db/by-text.ts";
import { compareTexts } from "#shared/rules/text-order.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

/** The order that people expect, which is neither by code point nor by case. */
const inOrder = ["ada", "Ådne", "Emil", "émile", "Emma", "Özlem", "Zuzana"];

let portal: TestApp;
let manager: SignedIn;
let psychicId: number;

beforeAll(async () => {
  portal = await openTestApp();
  const { sql } = portal.services.db;
  const boss = await makeManager(sql);
  manager = await portal.signIn(boss.username, password);
  for (const name of inOrder.toReversed()) {
    const psychic = { manager_id: boss.id, username: name, psychic: { account_status: "Pending" } };
    const { id } = await makePsychic(sql, psychic as Parameters<typeof makePsychic>[1]);
    psychicId = id;
    await makeProblem(sql, { user_id: id });
    await makeContact(sql, { name });
  }
  for (const name of inOrder.toReversed()) {
    const { id } = await makeCustomer(sql, { username: name });
    await makeReading(sql, {
      user_id: psychicId,
      customer_id: id,
      started_at: new Date(Date.now() - 3_600_000).toISOString(),
    });
  }
});
afterAll(() => portal.close());

test.each([
  ["/psychics?sort=user_name", "psychics", "user_name"],
  ["/approvals?sort=agent_user_name", "approvals", "agent_user_name"],
  ["/problems?sort=user_name", "problems", "user_name"],
  ["/contacts?sort=name", "contacts", "name"],
  ["/psychics/ID/customers?sort=username", "customers", "username"],
  ["/psychics/ID/customers/psychic?sort=username", "customers", "username"],
  ["/psychics/ID/gifts/eligible?sort=user_name", "customers", "user_name"],
  ["/psychics/ID/readings?sort=username&start_date=2020-01-01", "readings", "username"],
])("%s sorts names by letter, not by case or accent (L5)", async (path, rows, column) => {
  for (const order of ["asc", "desc"]) {
    const { status, body } = await manager.get(
      `/api${path.replace("ID", String(psychicId))}&order=${order}`,
    );
    expect(status).toBe(200);
    const names = body[rows].map((row: Record<string, string>) => row[column]);
    const unique = [...new Set(names)].filter((name) => inOrder.includes(name as string));
    expect(unique).toEqual(order === "asc" ? inOrder : inOrder.toReversed());
  }
});

test("the search sorts names by letter, too (L5)", async () => {
  const { body } = await manager.get("/api/search/m");
  const names = body.psychics.map(({ user_name }: { user_name: string }) => user_name);
  expect(names.filter((name: string) => inOrder.includes(name))).toEqual([
    ...["Emil", "émile", "Emma", "Özlem"],
  ]);
});

test("SQL and JavaScript sort any names alike (L5)", async () => {
  const letters = [..."abcdeéèêfghiïnñoöøpqrsßtuüvwxyzABCDEÉZÄÅ -'.0123456789_"];
  const word = fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 8 });
  const words = [...new Set(fc.sample(word, { numRuns: 2_000, seed: 5 }).map((w) => w.join("")))];
  const { rows } = await portal.services.db.sql.raw(
    `select name from unnest(?::text[]) name order by ${byText("name")}`,
    [words],
  );
  const names: string[] = rows.map(({ name }: { name: string }) => name);
  for (const [place, name] of names.entries()) {
    const next = names[place + 1];
    if (next !== undefined) expect(compareTexts(name, next), `${name} ${next}`).not.toBe(1);
  }
});
