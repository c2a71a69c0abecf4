import { beforeAll, describe, expect, test, vi } from "vitest";
import { patient } from "../support/patience.ts";
import { setUpMoving } from "./fixtures/moving.ts";
import { csv, person } from "./fixtures/moving-rows.ts";

vi.setConfig({ testTimeout: patient(60_000), hookTimeout: patient(60_000) });

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
