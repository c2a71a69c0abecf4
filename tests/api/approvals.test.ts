import { afterAll, beforeAll, expect, test } from "vitest";
import { makeListing } from "#seeds/builders/listing.ts";
import { makePicture } from "#seeds/builders/picture.ts";
import { approvalEndpoints } from "#shared/approvals.ts";
import { accountStatuses } from "#shared/reference/account-statuses.ts";
import { isEditable } from "#shared/rules/account.ts";
import { makeManager, makePsychic } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let browser: SignedIn;
let luna: Awaited<ReturnType<typeof makePsychic>>;
let sage: Awaited<ReturnType<typeof makePsychic>>;

beforeAll(async () => {
  portal = await openTestApp();
  const { sql } = portal.services.db;
  const manager = await makeManager(sql);
  browser = await portal.signIn(manager.username, manager.password);
  const ofManager = { manager_id: manager.id };
  luna = await makePsychic(sql, { username: "Luna", ...ofManager });
  sage = await makePsychic(sql, { username: "sage", ...ofManager });
});
afterAll(() => portal.close());

const list = async (query = "") => {
  const answer = await browser.get(`/api/approvals${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
};

test("the list is empty while nothing waits", async () => {
  expect(await list()).toEqual({ approvals: [], total: 0 });
});

test("the list has one row per psychic and type, oldest first", async () => {
  const { sql } = portal.services.db;
  const listing = { psychic_id: luna.id, sales_pitch: "p", body: "<p>b</p>", categories: [25] };
  await sql("listings").insert([
    { ...listing, status: "Approved", updated_at: "2026-01-01T00:00:00Z" },
    { ...listing, status: "Pending", updated_at: "2026-06-03T00:00:00Z" },
  ]);
  await sql("pictures").insert([
    { user_id: luna.id, state: "approved", name: "a", created_at: "2026-01-01T00:00:00Z" },
    { user_id: luna.id, state: "pending", name: "b", created_at: "2026-06-02T00:00:00Z" },
  ]);
  await sql("psychics").where({ user_id: sage.id }).update({
    profile_status: "Pending",
    profile_since: "2026-06-04T00:00:00Z",
    account_status: "Pending",
    account_status_since: "2026-06-01T00:00:00Z",
  });
  const body = await list();
  expect(approvalEndpoints.listApprovals.response.parse(body)).toEqual(body);
  const row = (psychic: typeof luna, name: string, type: string, date: string) => ({
    date,
    agent_user_id: psychic.id,
    agent_user_name: name,
    to_approve: type,
    max_creation_date: date,
  });
  expect(body).toEqual({
    approvals: [
      row(sage, "sage", "Account", "2026-06-01T00:00:00Z"),
      row(luna, "Luna", "Picture", "2026-06-02T00:00:00Z"),
      row(luna, "Luna", "Listing", "2026-06-03T00:00:00Z"),
      row(sage, "sage", "Profile", "2026-06-04T00:00:00Z"),
    ],
    total: 4,
  });
});

test("the list sorts by any column and pages; every page has the total", async () => {
  const types = async (query: string) => {
    const body = await list(query);
    expect(body.total).toBe(4);
    return body.approvals.map((row: { to_approve: string }) => row.to_approve);
  };
  expect(await types("?order=desc")).toEqual(["Profile", "Listing", "Picture", "Account"]);
  expect(await types("?sort=to_approve")).toEqual(["Account", "Listing", "Picture", "Profile"]);
  expect(await types("?sort=agent_user_name&order=desc")).toEqual([
    "Account",
    "Profile",
    "Listing",
    "Picture",
  ]);
  expect(await types("?sort=max_creation_date&limit=2&offset=1")).toEqual(["Picture", "Listing"]);
  expect(await types("?limit=2&offset=4")).toEqual([]);
  expect((await browser.get("/api/approvals?sort=body")).status).toBe(422);
});

test("the list can show one type; the counts cover every type", async () => {
  const body = await list("?to_approve=Listing&limit=1");
  expect(body).toMatchObject({ approvals: [{ to_approve: "Listing" }], total: 1 });
  expect((await browser.get("/api/approvals?to_approve=body")).status).toBe(422);
  const { body: counted } = await browser.get("/api/approvals/counts");
  expect(counted.counts).toEqual({ Account: 1, Profile: 1, Listing: 1, Picture: 1 });
  // `as_of` is the portal's time, which the tests set years away from the machine's.
  const age = portal.services.clock().getTime() - Date.parse(counted.as_of);
  expect(age).toBeGreaterThanOrEqual(0);
  expect(age).toBeLessThan(60_000);
});

test("a psychic may not list approvals", async () => {
  const psychic = await portal.signIn(luna.username, luna.password);
  expect((await psychic.get("/api/approvals")).status).toBe(403);
});

test("D4: a listing or picture waits only if the account can be edited", async () => {
  const { sql } = portal.services.db;
  for (const account_status of accountStatuses) {
    for (const requires_approval of [false, true]) {
      const state = { account_status, requires_approval };
      const { id } = await makePsychic(sql, { psychic: { ...state, profile_status: "Approved" } });
      await makeListing(sql, { psychic_id: id, status: "Pending" });
      await makePicture(sql, { user_id: id, state: "pending" });
      const { approvals } = await list();
      const kinds = approvals
        .filter((row: { agent_user_id: number }) => row.agent_user_id === id)
        .map((row: { to_approve: string }) => row.to_approve)
        .filter((kind: string) => kind !== "Account");
      const expected = isEditable(state) ? ["Listing", "Picture"] : [];
      expect(kinds.sort(), JSON.stringify(state)).toEqual(expected);
    }
  }
});
