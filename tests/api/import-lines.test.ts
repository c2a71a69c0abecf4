import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { patient } from "../support/patience.ts";
import { makeManager } from "../support/people.ts";
import { setUpMoving } from "./fixtures/moving.ts";
import { csv, person } from "./fixtures/moving-rows.ts";

const portal = setUpMoving();

beforeAll(async () => {
  await portal.take("psychics", csv([1, 2, 3].map((number) => person(number))));
  await portal.take(
    "customers",
    "customer_id,username,redeemable_minutes,blocked\n1,ada,5,false\n2,bea,0,true\n",
  );
});

const psychicHeader = (columns: string) => `external_id,${columns}`;

describe("an import of", () => {
  test("customers takes the latest of several lines, wherever the portions are cut", async () => {
    const header = "customer_id,username,redeemable_minutes,blocked,updated_at";
    const lines = [
      "8,new,50,true,2026-05-01T00:00:00Z",
      "8,old,10,false,2026-03-01T00:00:00Z",
      "8,undated,10,false,",
      "9,first,1,false,",
      "9,last,1,false,",
    ];
    expect(await portal.take("customers", [header, ...lines].join("\n"))).toMatchObject({
      ...{ applied: 2, known: 3, refused: 0 },
    });
    const read = () =>
      portal.rows("select username, blocked from customers where id in (8, 9) order by id");
    const latest = [
      { username: "new", blocked: true },
      { username: "last", blocked: false },
    ];
    expect(await read()).toEqual(latest);
    await portal.rows("delete from customers where id in (8, 9)");
    for (const line of lines) await portal.take("customers", `${header}\n${line}\n`);
    expect(await read()).toEqual(latest);
  });

  test("every kind takes each offset of ISO 8601, and keeps microseconds", async () => {
    const late = "2026-03-01T12:00:00.123456+23:59";
    const early = "2026-03-01T12:00:00-16:00";
    for (const [name, ...lines] of [
      [
        "customers",
        "customer_id,username,redeemable_minutes,blocked,updated_at",
        `6,a,1,1,${late}`,
      ],
      [
        "listings",
        psychicHeader("status,sales_pitch,body,categories,updated_at"),
        `old-3,Approved,a,b,26,${late}`,
      ],
      [
        "gifts",
        psychicHeader("customer_id,subject,body,minutes,sent_at,redeemed_at"),
        `old-3,1,a,b,3,${late},${early}`,
      ],
      [
        "contacts",
        "brand,name,email,phone,sent_at",
        `cos,A,offset@visitors.example,2125550100,${late}`,
      ],
      ["logins", psychicHeader("source,started_at,ended_at"), `old-3,portal,${late},${early}`],
      [
        "psychics",
        ...csv([person(4, { signed_up_at: late })])
          .trimEnd()
          .split("\n"),
      ],
    ] as const) {
      const report = await portal.take(name, `${lines.join("\n")}\n`);
      expect({ name, ...report }).toMatchObject({ applied: 1, reasons: [] });
    }
    expect(await portal.rows("select updated_at from customers where id = 6")).toEqual([
      { updated_at: "2026-02-28T12:01:00.123456Z" },
    ]);
  });
});

test("spaces around an external_id do not count", async () => {
  await portal.take("psychics", csv([person(20, { external_id: "old-20  " })]));
  expect(await portal.rows("select external_id from psychics where extension = '200020'")).toEqual([
    { external_id: "old-20" },
  ]);
  const login = [psychicHeader("source,started_at"), "old-20 ,portal,2026-03-01T12:00:00Z"];
  expect(await portal.take("logins", login.join("\n"))).toMatchObject({ applied: 1 });
});

test("names are compared as the database does, whose lower case differs from JavaScript's", async () => {
  const given = person(21, { username: "İris21", manager: "bOSS" });
  expect(await portal.take("psychics", csv([given]))).toMatchObject({ applied: 1 });
  expect(await portal.take("psychics", csv([given]))).toMatchObject({ known: 1, refused: 0 });
  const login = "username,source,started_at\nİris21,portal,2026-03-01T12:00:00Z\n";
  expect(await portal.take("logins", login)).toMatchObject({ applied: 1 });
  const [lower] = await portal.rows("select lower('İris22') as name");
  const twice = [person(22, { username: "İris22" }), person(23, { username: lower.name })];
  expect(await portal.take("psychics", csv(twice))).toMatchObject({
    ...{ applied: 1, refused: 1 },
    reasons: [expect.stringMatching(/^It is there already, with another /)],
  });
});

test("a psychic with another manager than the line says is reported", async () => {
  await makeManager(portal.db.sql, { username: "Other" });
  expect(await portal.take("psychics", csv([person(1, { manager: "other" })]))).toMatchObject({
    ...{ known: 0, reasons: ["It is there already, with another manager"] },
  });
});

test("an import accepts the gifts and logins of an export as the platform sent them", async () => {
  const gifts = [
    "extension,customer_id,subject,body,minutes,sent_at,redeemed_at",
    "200002,2,a,b,3,2026-03-05T12:00:02Z,2026-03-05T12:00:00Z",
  ];
  expect(await portal.take("gifts", gifts.join("\n"))).toMatchObject({ applied: 1 });
  const header = "extension,source,login_id,started_at";
  const begun = (extension: string, id: string) => `${extension},phone,${id},2026-03-05T12:00:00Z`;
  const logins = [header, begun("200002", "P1"), begun("200002", "P2")].join("\n");
  expect(await portal.take("logins", logins)).toMatchObject({ applied: 2 });
  expect(await portal.take("logins", logins)).toMatchObject({ known: 2, refused: 0 });
  // The first line may be either of the two logins, so it is there already. P1 is a login of
  // 200002. The last line gives an id to the login that the third line stored without one.
  const others = [header, begun("200002", ""), begun("200003", "P1"), begun("200003", "")];
  expect(await portal.take("logins", [...others, begun("200003", "P3")].join("\n"))).toMatchObject({
    ...{ applied: 1, known: 1 },
    reasons: ["login_id: Another login has it", "It is there already, with another login_id"],
  });
});

test("a login without an id is there already if another has the same start and end", async () => {
  const header = "extension,source,login_id,started_at,ended_at";
  const ended = (id: string, minute: number) =>
    `200002,phone,${id},2026-03-06T12:00:00Z,2026-03-06T12:0${minute}:00Z`;
  await portal.take("logins", [header, ended("Q1", 1), ended("Q2", 2)].join("\n"));
  const others = [header, ended("", 2), ended("", 1), ended("", 3), ended("Q3", 3), ended("", 3)];
  expect(await portal.take("logins", others.join("\n"))).toMatchObject({
    ...{ applied: 1, known: 3 },
    reasons: ["It is there already, with another ended_at, last_action_at"],
  });
});

const customersHeader = "customer_id,username,redeemable_minutes,blocked,updated_at";

describe("a dry run", () => {
  test("releases the rows of a portion once it has tried that portion", async () => {
    const fillers = Array.from({ length: 1_999 }, (_, place) => `${10_000 + place},a,0,false,`);
    const lines = ["1,changed,0,false,2026-01-01T00:00:00Z", ...fillers, "2,changed,0,true,"];
    // The second portion waits for this.
    const other = await portal.db.sql.transaction();
    await other("customers").where({ id: 2 }).forUpdate().first();
    const rehearsing = portal.rehearse("customers", [customersHeader, ...lines].join("\n"));
    const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect
      .poll(async () => (await portal.rows(waiting)).length, { timeout: patient(60_000) })
      .toBe(1);
    await portal.db.pool.query(
      "begin; set local lock_timeout = '1s'; update customers set blocked = true where id = 1; commit",
    );
    await other.rollback();
    expect(await rehearsing).toEqual({ applied: 2_001, known: 0, reasons: [] });
    expect(
      await portal.rows("select username, blocked from customers where id < 3 order by id"),
    ).toEqual([
      { username: "ada", blocked: true },
      { username: "bea", blocked: true },
    ]);
  });

  test.each([
    ["customers", 2_000, customersHeader, "5,ada,5,false,2026-05-01T00:00:00Z", "5,bea,5,true,"],
    [
      "schedules",
      2_000,
      "extension,day,status,from,to",
      "200001,5,A,07:00,09:00",
      "200001,5,O,08:00,10:00",
    ],
    [
      "listings",
      500,
      "extension,status,sales_pitch,body,categories",
      "200001,Pending,a,b,26",
      "200001,Rejected,a,b,26",
    ],
    [
      "gifts",
      1_000,
      "extension,customer_id,subject,body,minutes,sent_at",
      "200001,1,a,b,3,2026-03-01T12:00:00Z",
      "200001,1,a,b,4,2026-03-01T13:00:00Z",
    ],
    [
      "contacts",
      1_000,
      "brand,name,email,phone,sent_at",
      "cos,A,a@visitors.example,2125550100,2026-03-01T12:00:00Z",
      "cos,B,A@visitors.example,2125550100,2026-03-01T12:00:00Z",
    ],
    [
      "logins",
      2_000,
      "extension,source,login_id,started_at",
      "200001,phone,L1,2026-03-01T12:00:00Z",
      "200002,phone,L1,2026-03-01T13:00:00Z",
    ],
  ])(
    "of %s compares a line with those of earlier portions",
    async (name, portion, header, first, last) => {
      const content = [header, first, ...Array(portion - 1).fill("wrong"), last, last].join("\n");
      const rehearsal = await portal.rehearse(name, content);
      const { refused, ...report } = await portal.take(name, content);
      expect(report.applied).toBe(1);
      expect(rehearsal).toMatchObject({ applied: 1, known: report.known });
      expect(rehearsal.reasons.map((text) => text.replace(/^\d+: /, ""))).toEqual(report.reasons);
    },
  );

  test("of pictures counts a psychic's second picture as there already", async () => {
    const background = { r: 9, g: 9, b: 9 };
    const face = { width: 500, height: 500, channels: 3 as const, background };
    await portal.write("face.jpg", await sharp({ create: face }).jpeg().toBuffer());
    // The last one is in a later portion, and cannot be read.
    const lines = [...Array(6).fill("200003,face.jpg"), "200003,nothing.jpg"];
    const content = ["extension,file", ...lines].join("\n");
    expect(await portal.rehearse("pictures", content)).toEqual({
      applied: 1,
      known: 6,
      reasons: [],
    });
    expect(await portal.rows("select from pictures")).toEqual([]);
    expect(await portal.take("pictures", content)).toMatchObject({
      applied: 1,
      known: 6,
      refused: 0,
    });
  });
});

test("two files with the same lines, imported at the same time, store each line once", async () => {
  const lines = Array.from(
    { length: 3_000 },
    (_, place) => `cos,A,twin${place}@visitors.example,2125550100,2026-03-01T12:00:00Z`,
  );
  const content = ["brand,name,email,phone,sent_at", ...lines, ""].join("\n");
  const reports = await Promise.all(
    [content, `${content}\n`].map((text) => portal.take("contacts", text)),
  );
  const sum = (name: "applied" | "known") => reports.reduce((all, one) => all + one[name], 0);
  expect([sum("applied"), sum("known")]).toEqual([3_000, 3_000]);
  expect(
    await portal.rows("select count(*)::int as count from contacts where email like 'twin%'"),
  ).toEqual([{ count: 3_000 }]);
});
