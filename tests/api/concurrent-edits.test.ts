import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePhone } from "#seeds/builders/phone.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
/** Two managers and the psychic, who edit the psychic's account at the same time. */
let people: SignedIn[];
let id: number;
let phoneId: number;

beforeAll(async () => {
  portal = await openTestApp();
  const { sql } = portal.services.db;
  const [one, two] = [await makeManager(sql), await makeManager(sql)];
  const psychic = await makePsychic(sql, {
    manager_id: one.id,
    psychic: { account_status: "Active", permissions: ["AgentPhone", "AgentChat"] },
  });
  id = psychic.id;
  phoneId = (await makePhone(sql, { user_id: id })).id;
  people = await Promise.all(
    [one, two, psychic].map(({ username }) => portal.signIn(username, password)),
  );
});
afterAll(() => portal.close());

const listing = (text: string) => ({
  listing: { sales_pitch: text, body: text, categories: [26] },
});

/** Resources that are saved as a whole. `shows` is true if an answer has the values of write `n`. */
const resources: Record<
  string,
  {
    path: string;
    method: "post" | "put";
    body: (n: number) => object;
    shows: (answer: never, n: number) => boolean;
  }
> = {
  schedule: {
    path: "schedule",
    method: "post",
    body: (n) => ({
      schedule: [{ day: 2, number: 1, status: "A", from: `0${n}:00`, to: "12:00" }],
    }),
    shows: ({ schedule }: { schedule: { from: string }[] }, n) =>
      new Date(schedule[0]?.from ?? 0).toLocaleTimeString("en-GB", {
        timeZone: "America/New_York",
      }) === `0${n}:00:00`,
  },
  profile: {
    path: "profile",
    method: "put",
    body: (n) => ({ profile: { email: `mail${n}@people.example` } }),
    shows: ({ email }: { email: string }, n) => email === `mail${n}@people.example`,
  },
  phones: {
    path: "phones",
    method: "post",
    body: (n) => ({ phone: { id: phoneId, phone_number: `212555011${n}` } }),
    shows: ({ phones }: { phones: { phone_number: string }[] }, n) =>
      phones[0]?.phone_number === `212555011${n}`,
  },
  listings: {
    path: "listings",
    method: "post",
    body: (n) => listing(`Version ${n}`),
    shows: ({ Pending }: { Pending: { sales_pitch: string } }, n) =>
      Pending.sales_pitch === `Version ${n}`,
  },
};

describe.each(Object.entries(resources))("three edits of one %s", (name, resource) => {
  const { method, body } = resource;
  const shows = resource.shows as (answer: unknown, n: number) => boolean;
  const path = () => `/api/psychics/${id}/${resource.path}`;
  const read = (browser: SignedIn) => browser.get(path());

  test("at once, based on one version: one is saved, the others are 412 with the new state", async () => {
    const before = await Promise.all(people.map(read));
    const versions = new Set(before.map(({ headers }) => headers.etag));
    expect(versions.size).toBe(1);
    const [version] = [...versions] as [string];
    const answers = await Promise.all(
      people.map((browser, n) => browser[method](path(), body(n)).set("If-Match", version)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 412, 412]);
    const winner = answers.findIndex(({ status }) => status === 204);
    const after = await read(people[0] as SignedIn);
    expect(shows(after.body, winner)).toBe(true);
    expect(after.headers.etag).toBe(answers[winner]?.headers.etag);
    expect(after.headers.etag).not.toBe(version);
    for (const answer of answers.filter(({ status }) => status === 412)) {
      expect(answer.headers.etag).toBe(after.headers.etag);
      expect(shows(answer.body.current, winner)).toBe(true);
    }
  });

  test("in sequence, each based on the version that the previous save returned: all are saved", async () => {
    let { etag = "" } = (await read(people[0] as SignedIn)).headers;
    for (const [n, browser] of people.entries()) {
      // Only one listing can be pending, so approve the earlier one first.
      if (name === "listings") {
        const approval = await (people[0] as SignedIn)
          .post(`${path()}/approve`)
          .set("If-Match", etag);
        expect(approval.status).toBe(204);
        etag = approval.headers.etag ?? "";
      }
      const answer = await browser[method](path(), body(n + 3)).set("If-Match", etag);
      expect(answer.status).toBe(204);
      etag = answer.headers.etag ?? "";
      const after = await read(browser);
      expect(after.headers.etag).toBe(etag);
      expect(shows(after.body, n + 3)).toBe(true);
    }
  });
});

test("three changes of one availability at once: one is saved, the others get the new code", async () => {
  const path = `/api/psychics/${id}/status`;
  const [manager, other, psychic] = people as [SignedIn, SignedIn, SignedIn];
  expect((await manager.post(path, { code: "A" })).status).toBe(204);
  const codes = ["C", "P", "U"];
  const answers = await Promise.all(
    [manager, other, psychic].map((browser, n) =>
      browser.post(path, { code: codes[n], from: "A" }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409]);
  const code = codes[answers.findIndex(({ status }) => status === 204)];
  expect((await manager.get(path)).body).toEqual([{ code }]);
  for (const { body } of answers.filter(({ status }) => status === 409)) {
    expect(body.current).toEqual({ code });
  }
});

test("edits at the same time as a change to Blacklist: the later ones are refused", async () => {
  const { sql } = portal.services.db;
  const psychicId = (await makePsychic(sql)).id;
  const [manager, other] = people as [SignedIn, SignedIn];
  const [statusChange, ...edits] = await Promise.all([
    other.put(`/api/psychics/${psychicId}/acct_status`, { acctStatus: "Blacklist" }),
    ...Array.from({ length: 12 }, (_, n) =>
      manager.post(`/api/psychics/${psychicId}/phones`, {
        phone: { phone_number: `21255501${10 + n}` },
      }),
    ),
  ]);
  expect(statusChange?.status).toBe(204);
  for (const { status } of edits) expect([204, 409]).toContain(status);
  const stored = await sql("phones").where({ user_id: psychicId });
  expect(stored).toHaveLength(edits.filter(({ status }) => status === 204).length);
  expect(
    (
      await manager.post(`/api/psychics/${psychicId}/phones`, {
        phone: { phone_number: "2125550190" },
      })
    ).status,
  ).toBe(409);
});
