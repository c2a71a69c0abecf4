import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, type Database } from "#server/db/connection.ts";
import { erasePsychic } from "#server/features/privacy/erase-person.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { makePsychic } from "../support/people.ts";

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

/** The columns that keep their value when a psychic is erased, each with the reason. */
const staysAfterErasure: Record<string, string> = {
  "psychics.account_status": "Inactive, which an erasure needs",
  "psychics.contact_method": "a choice of two",
  "psychics.extension": "other accounts name it as their referral (D62)",
  "psychics.profile_status": "one of three states",
  "psychics.referral_known": "says nothing of the person",
  "psychics.requires_approval": "says nothing of the person",
  "users.brand": "the brand's figures stay",
  "users.country": "does not name a person",
  "users.pay_day": "a day of the week",
  "users.role": "psychic",
};

/** Every column that may say something of a person, with a value: an empty one would show nothing. */
const filled = {
  users: { address2: "Apt. 3", region: "MN" },
  psychics: {
    referral: "200200",
    profile_reason: "Name the city.",
    external_id: "old-17",
    ssn_sealed: Buffer.from("sealed"),
    ssn_index: Buffer.from("index"),
    pin_sealed: Buffer.from("sealed"),
  },
};

/** Columns that are empty for every psychic. */
const isOfStaff = new Set(["users.staff_role", "users.spoken_languages"]);

test("an erasure changes each fact of a psychic's account, or a reason says why it stays (D62)", async () => {
  const { id } = await makePsychic(db.sql, {
    ...filled.users,
    psychic: { ...filled.psychics, account_status: "Inactive" },
  });
  const { rows } = await db.sql.raw<{ rows: { table: string; column: string }[] }>(
    `select table_name as "table", column_name as column from information_schema.columns
      where table_schema = 'public' and table_name in ('users', 'psychics')
        and data_type in ('text', 'bytea', 'json', 'jsonb', 'ARRAY', 'smallint', 'date', 'boolean')
      order by 1, 2`,
  );
  const columns = rows.filter(({ table, column }) => !isOfStaff.has(`${table}.${column}`));
  const values = async () => {
    const user = await db.sql("users").where({ id }).first();
    const psychic = await db.sql("psychics").where({ user_id: id }).first();
    const rowOf: Record<string, Record<string, unknown>> = {
      users: { ...user },
      psychics: { ...psychic },
    };
    return new Map(
      columns.map(({ table, column }) => [
        `${table}.${column}`,
        JSON.stringify(rowOf[table]?.[column]),
      ]),
    );
  };
  const before = await values();
  const empty = [...before].filter(([, value]) => ["null", '""', "[]"].includes(value));
  expect(empty, "give these a value in `filled`").toEqual([]);

  await db.sql.transaction((trx) => erasePsychic(trx, id, new Date()));
  const after = await values();
  const unchanged = [...before.keys()].filter((name) => after.get(name) === before.get(name));
  const hint = "empty it in erase-person.ts, or say in `staysAfterErasure` why it stays";
  expect(unchanged, hint).toEqual(Object.keys(staysAfterErasure));
});
