import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountEndpoints } from "#shared/accounts.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let manager: SignedIn;
let managerId: number;

beforeAll(async () => {
  portal = await openTestApp();
  const boss = await makeManager(portal.services.db.sql, { username: "Margot", first: "Luna" });
  managerId = boss.id;
  manager = await portal.signIn(boss.username, password);
  const people = [
    ["Luna", "Marisol", "Whitaker", "100001"],
    ["lunatic", "Ada", "Stone", "100002"],
    ["BlueLuna", "Bea", "Stone", "200003"],
    ["orion", "Luna", "Marsh", "300004"],
    ["100", "Zoë", "O'Neil", "400005"],
    ["per%cent", "Under_score", "Back\\slash", "500006"],
    ["king,martin", "Martin", "King, Jr.", "612345"],
    ["una", "Una", "Reyes,Soto", "712345"],
  ] as const;
  for (const [username, first, last, extension] of people) {
    await makePsychic(portal.services.db.sql, {
      manager_id: managerId,
      username,
      first,
      last,
      psychic: { extension },
    });
  }
});
afterAll(() => portal.close());

const search = async (term: string, query = "") => {
  const answer = await manager.get(`/api/search/${encodeURIComponent(term)}${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
};
const names = async (term: string, query = "") =>
  (await search(term, query)).psychics.map((row: { user_name: string }) => row.user_name);

describe("GET /search/{term} (E20, R17)", () => {
  test("answers the columns of the results table", async () => {
    const body = await search("whitaker");
    expect(accountEndpoints.searchPsychics.response.parse(body)).toEqual(body);
    expect(body).toEqual({
      psychics: [
        {
          user_id: expect.any(Number),
          user_name: "Luna",
          first_name: "Marisol",
          last_name: "Whitaker",
          phone_extension: "100001",
          account_status: "Active",
        },
      ],
      total: 1,
    });
  });

  test("lists exact matches first, then prefixes, then other parts, and no manager", async () => {
    expect(await names("LUNA")).toEqual(["Luna", "orion", "lunatic", "BlueLuna"]);
    expect(await names("100")).toEqual(["100", "Luna", "lunatic"]);
    expect(await names("stone")).toEqual(["BlueLuna", "lunatic"]);
    expect(await names("nobody")).toEqual([]);
  });

  test.each([
    ["marisol whitaker", ["Luna"]],
    ["  Whitaker   Marisol ", ["Luna"]],
    ["sol whit", ["Luna"]],
    ["Whitaker, Marisol", ["Luna"]],
    ["whitaker ,mari", ["Luna"]],
    ["Marisol, Whitaker", ["Luna"]],
    ["king, jr., martin", ["king,martin"]],
    ["king,martin", ["king,martin"]],
    ["reyes,soto", ["una"]],
    ["Reyes, Soto", ["una"]],
    [",", ["king,martin"]],
    ["300004", ["orion"]],
    ["0000", ["BlueLuna", "Luna", "lunatic", "orion", "100", "per%cent"].sort()],
    ["ZOË", ["100"]],
    ["o'n", ["100"]],
  ])("finds %j", async (term, expected) => {
    const found = await names(term);
    expect(term === "0000" ? found.sort() : found).toEqual(expected);
  });

  test.each(["%", "_", "\\"])("treats %s as text", async (term) => {
    expect(await names(term)).toEqual(["per%cent"]);
  });

  test("a term of blanks finds nobody", async () => {
    expect(await search("   ")).toEqual({ psychics: [], total: 0 });
  });

  test("sorts and pages like other lists", async () => {
    expect(await names("luna", "?sort=phone_extension&order=desc")).toEqual([
      "orion",
      "BlueLuna",
      "lunatic",
      "Luna",
    ]);
    expect(await names("luna", "?limit=2&offset=1")).toEqual(["orion", "lunatic"]);
    expect(await search("luna", "?offset=9")).toEqual({ psychics: [], total: 4 });
    expect((await manager.get("/api/search/luna?sort=email")).status).toBe(422);
  });

  test("answers a page of five thousand matches, or all of them", async () => {
    await portal.services.db.pool.query(
      `with made as (
         insert into users (role, brand, username, first, last, address1, postal_code, city,
                            region, country, email)
         select 'psychic', 'cos', 'crowd' || n, 'First' || n, 'Last' || n, '1 St', '10001', 'NY',
                'NY', 'US', 'e@x.y'
           from generate_series(1, 5000) n
         returning id
       )
       insert into psychics (user_id, manager_id, extension)
       select id, $1, (600000 + id)::text from made`,
      [managerId],
    );
    const { psychics, total } = await search("crowd", "?limit=250");
    expect(psychics).toHaveLength(250);
    expect(total).toBe(5000);
    expect(psychics[0].user_name).toBe("crowd1");
    expect((await search("crowd")).psychics).toHaveLength(5000);
  });
});
