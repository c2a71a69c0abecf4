import { afterAll, beforeAll, expect, test } from "vitest";
import { findLinked } from "#server/features/psychics/linked-accounts.ts";
import { accountEndpoints } from "#shared/accounts.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let manager: SignedIn;
let managerId: number;

beforeAll(async () => {
  portal = await openTestApp();
  const managerAccount = await makeManager(portal.services.db.sql);
  managerId = managerAccount.id;
  manager = await portal.signIn(managerAccount.username, password);
});
afterAll(() => portal.close());

const sql = (table: string) => portal.services.db.sql(table);
const ssnIndex = (text: string) => portal.services.vault.index("ssn", text);

interface Person {
  first?: string;
  last?: string;
  email?: string;
  address1?: string;
  postal_code?: string;
  ssn?: string;
  phones?: string[];
  status?: "Blacklist" | "Active" | "Inactive" | "Pending";
}

async function make({ ssn, phones = [], status = "Blacklist", ...user }: Person) {
  const made = await makePsychic(portal.services.db.sql, {
    manager_id: managerId,
    ...user,
    psychic: { account_status: status },
  });
  if (ssn)
    await sql("psychics")
      .where({ user_id: made.id })
      .update({ ssn_index: ssnIndex(ssn) });
  for (const [index, phone_number] of phones.entries()) {
    const phone = { user_id: made.id, place: index + 1, phone_number, preferred: index === 0 };
    await sql("phones").insert(phone);
  }
  return made;
}

const dupes = async (id: number, query = "") => {
  const answer = await manager.get(`/api/psychics/${id}/dupes${query}`);
  expect(answer.status).toBe(200);
  expect(accountEndpoints.listLinkedAccounts.response.parse(answer.body)).toEqual(answer.body);
  return answer.body;
};
const reasons = async (id: number) =>
  Object.fromEntries(
    (await dupes(id)).psychics.map((row: { user_id: number; reason: string }) => [
      row.user_id,
      row.reason,
    ]),
  );

test("R21, D5: Blacklist accounts that share SSN, phone, e-mail, or name and address (E23)", async () => {
  const applicant = await make({
    first: "Mara",
    last: "Quill",
    email: "mara@people.example",
    address1: "9 Elm Street",
    postal_code: "10027",
    ssn: "900112222",
    phones: ["3125550101", "3125550102"],
    status: "Pending",
  });
  const other = { first: "Other", last: "Person", address1: "1 Far Road" };
  const bySsn = await make({ ...other, ssn: "900112222" });
  const byPhone = await make({ ...other, phones: ["3125550199", "3125550102"] });
  const byEmail = await make({ ...other, email: "MARA@People.example" });
  const byName = await make({
    first: "MARA",
    last: "quill",
    address1: "9 ELM street",
    postal_code: "10027",
  });
  const byAll = await make({
    first: "Mara",
    last: "Quill",
    email: "mara@people.example",
    address1: "9 Elm Street",
    postal_code: "10027",
    ssn: "900112222",
    phones: ["3125550101"],
  });
  // A name alone, an address alone or another status links no account.
  await make({ first: "Mara", last: "Quill", address1: "9 Elm Street", postal_code: "10028" });
  await make({ first: "Tara", last: "Quill", address1: "9 Elm Street", postal_code: "10027" });
  for (const status of ["Active", "Inactive", "Pending"] as const) {
    await make({ ...other, email: "mara@people.example", ssn: "900112222", status });
  }
  expect(await reasons(applicant.id)).toEqual({
    [bySsn.id]: "SSN",
    [byPhone.id]: "Phone",
    [byEmail.id]: "Email",
    [byName.id]: "Name and Address",
    [byAll.id]: "Email, Name and Address, Phone, SSN",
  });
  const { psychics, total } = await dupes(applicant.id, "?sort=reason&order=desc&limit=1");
  expect(total).toBe(5);
  expect(psychics).toEqual([
    {
      user_id: bySsn.id,
      user_name: bySsn.username,
      first_name: "Other",
      last_name: "Person",
      account_status: "Blacklist",
      reason: "SSN",
    },
  ]);
});

test("an account is not linked with itself, nor by facts that are missing", async () => {
  const applicant = await make({ address1: "77 Lone Lane" });
  await make({ address1: "78 Lone Lane" });
  expect(await dupes(applicant.id)).toEqual({ psychics: [], total: 0 });
});

test("an applicant without an account is matched by the facts entered", async () => {
  const known = await make({
    first: "Ines",
    last: "Vale",
    address1: "3 Oak Road",
    postal_code: "94110",
    ssn: "900445555",
  });
  const facts = {
    ssnIndex: ssnIndex("900445555"),
    phones: [],
    email: "nobody@people.example",
    first: " ines ",
    last: "VALE",
    address1: "3 oak road ",
    postal_code: "94110",
  };
  const found = await findLinked(portal.services.db.sql, facts);
  expect(found).toMatchObject([{ user_id: known.id, reason: "Name and Address, SSN" }]);
  const none = { ...facts, ssnIndex: null, last: "Valley" };
  expect(await findLinked(portal.services.db.sql, none)).toEqual([]);
});

test("an unknown id or a manager's is 404", async () => {
  for (const id of [999_999, managerId, 99_999_999_999]) {
    expect((await manager.get(`/api/psychics/${id}/dupes`)).status).toBe(404);
  }
});

test("each identifying fact is looked up by its index", async () => {
  const client = await portal.services.db.pool.connect();
  await client.query(
    `with made as (
       insert into users (role, brand, username, first, last, address1, postal_code, city, region,
                          country, email)
       select 'psychic', 'cos', 'many' || n, 'F' || n, 'L' || n, '1 St', '10001', 'NY', 'NY', 'US',
              'e' || n || '@x.y'
         from generate_series(1, 3000) n
       returning id
     ), psychic as (
       insert into psychics (user_id, manager_id, extension, ssn_index)
       select id, $1, lpad((id + 600000)::text, 6, '0'), sha256(id::text::bytea) from made
     )
     insert into phones (user_id, place, phone_number, preferred)
     select id, 1, (2000000000 + id)::text, true from made`,
    [managerId],
  );
  await client.query("analyze users, psychics, phones");
  client.release();
  const seen: { sql: string; bindings: unknown[] }[] = [];
  const record = (query: { sql: string; bindings: unknown[] }) => seen.push(query);
  portal.services.db.sql.on("query", record);
  const facts = { ssnIndex: ssnIndex("1"), phones: ["2000000001"], email: "e1@x.y" };
  const name = { first: "F1", last: "L1", address1: "1 St", postal_code: "10001" };
  await findLinked(portal.services.db.sql, { ...facts, ...name }, managerId);
  portal.services.db.sql.off("query", record);
  const [query] = seen;
  const { rows } = await portal.services.db.pool.query(
    `explain ${query?.sql}`,
    query?.bindings as unknown[],
  );
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  for (const index of ["psychics_ssn", "phones_number", "users_email", "users_last_first"]) {
    expect(plan).toContain(index);
  }
  expect(plan).not.toContain("Seq Scan");
});
