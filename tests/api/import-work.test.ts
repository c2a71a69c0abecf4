import { execFileSync } from "node:child_process";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import type { FileStore } from "#server/adapters/file-store.ts";
import { createFolderStore } from "#server/adapters/folder-store.ts";
import { importFile } from "#server/features/import/import-file.ts";
import { pictures } from "#server/features/import/kinds/pictures.ts";
import { setUpMoving } from "./fixtures/moving.ts";
import { csv, person } from "./fixtures/moving-rows.ts";

const portal = setUpMoving();
const psychicId = "(select user_id from psychics where external_id = 'old-1')";

beforeAll(async () => {
  await portal.take("psychics", csv([1, 2, 3].map((number) => person(number))));
  await portal.take(
    "customers",
    "customer_id,username,redeemable_minutes,blocked\n1,ada,5,false\n2,bea,0,true\n",
  );
});

/** Imports the lines twice: the second time changes nothing. */
async function twice(name: string, lines: readonly string[]) {
  const content = `${lines.join("\n")}\n`;
  const rehearsal = await portal.rehearse(name, content);
  const report = await portal.take(name, content);
  expect(rehearsal.applied).toBe(report.applied);
  expect(rehearsal.reasons.map((text) => text.replace(/^\d+: /, ""))).toEqual(report.reasons);
  const again = await portal.take(name, content);
  const done = report.applied + report.known;
  expect(again).toEqual({ ...report, applied: 0, known: done });
  // Nobody hears of an import (D48).
  expect(await portal.rows("select id from notifications")).toEqual([]);
  return report;
}

describe("an import of", () => {
  test("customers changes nothing that the platform said later", async () => {
    const header = "customer_id,username,redeemable_minutes,blocked,updated_at";
    await twice("customers", [header, "7,first,1,false,2026-01-02T00:00:00Z"]);
    await portal.take("customers", `${header}\n7,older,1,false,2026-01-01T00:00:00Z\n`);
    await portal.take("customers", `${header}\n7,unknown,1,false,\n`);
    const read = () => portal.rows("select username from customers where id = 7");
    expect(await read()).toEqual([{ username: "first" }]);
    await portal.take("customers", `${header}\n7,later,1,false,2026-01-03T00:00:00Z\n`);
    expect(await read()).toEqual([{ username: "later" }]);
  });

  test("schedules adds times in New York's clock, and refuses those that overlap (D13, D14)", async () => {
    const report = await twice("schedules", [
      "extension,username,external_id,day,status,from,to,weeks",
      "200001,,,7,A,22:00,02:00,",
      ",seer1,,2,O,09:00,10:15,A",
      ",,old-1,2,A,07:00,08:00,",
      "200001,,,1,A,01:45,03:00,",
      "200001,,,2,A,09:10,09:20,",
      ",nobody,,2,A,09:00,10:00,",
      "200001,seer1,,2,A,12:00,13:00,",
      "200001,,,3,B,12:00,13:00,",
      "200001,,,2,A,10:00,11:00,B",
      "200001,,,2,A,10:00,11:00,A",
      "200001,,,3,A,10:00,11:00,C",
    ]);
    expect(report).toEqual({
      ...{ applied: 4, known: 0, refused: 7 },
      reasons: [
        "from: This overlaps another time",
        "from: Times must be on a quarter hour; to: Times must be on a quarter hour",
        "username: No such psychic",
        "extension: One of extension, username, external_id",
        "status: Status is not valid",
        "from: This overlaps another time",
        "weeks: Weeks are A or B",
      ],
    });
    const week = await portal.rows(`
      select day, number, starts, ends, status, weeks from schedule_segments
       where psychic_id = ${psychicId} order by day, number`);
    expect(week).toEqual([
      { day: 2, number: 1, starts: "09:00:00", ends: "10:15:00", status: "O", weeks: "A" },
      { day: 2, number: 2, starts: "07:00:00", ends: "08:00:00", status: "A", weeks: null },
      { day: 2, number: 3, starts: "10:00:00", ends: "11:00:00", status: "A", weeks: "B" },
      { day: 7, number: 1, starts: "22:00:00", ends: "02:00:00", status: "A", weeks: null },
    ]);
    const version = `select version from versions where thing = 'schedule' and owner_id = ${psychicId}`;
    expect(await portal.rows(version)).toEqual([{ version: 2 }]);
    const [news] = await portal.rows(
      "select data from deliveries where type = 'schedule.changed' order by id desc",
    );
    expect(news.data.schedule).toHaveLength(2);
    expect(news.data.alternating).toHaveLength(2);
  });

  test("listings stores one per status, never Pending beside Rejected, and folds categories (D26, D28)", async () => {
    const report = await twice("listings", [
      "external_id,status,sales_pitch,body,categories,reason",
      'old-1,Approved,See clearly,"<b>Hello</b>\nand 5 < 6","94 95 26",',
      "old-1,Rejected,See more,Hello,26,Too short",
      "old-1,Pending,See more,Hello,26,",
      "old-2,Approved,See,Hello,26 27 28 25 31 13,",
      "old-2,Pending,See,Hello,26,Why",
      "old-2,Pending,See,Hello,999,",
      "old-2,Pending,,Hello,26,",
      "old-1,Approved,Another pitch,Hello,26,",
    ]);
    expect(report).toEqual({
      ...{ applied: 2, known: 0, refused: 6 },
      reasons: [
        "status: A Rejected listing is there already",
        "categories: You can select at most 5 categories",
        "reason: Only a rejected listing has one",
        "categories: Category is not valid",
        "sales_pitch: Sales Pitch is required",
        "It is there already, with another sales_pitch, body, categories",
      ],
    });
    const [approved] = await portal.rows("select * from listings where status = 'Approved'");
    expect(approved).toMatchObject({
      body: "<p>Hello</p><p>and 5 &lt; 6</p>",
      categories: [82, 26],
    });
  });

  test("gifts needs a known customer, and stores one gift a day (D23)", async () => {
    const report = await twice("gifts", [
      "external_id,customer_id,subject,body,minutes,sent_at,redeemed_at",
      "old-1,1,For you,Three minutes,3,2026-03-01T12:00:00Z,2026-03-02T12:00:00Z",
      "old-1,1,Again,Three minutes,3,2026-03-01T23:00:00Z,",
      "old-1,1,Next day,Three minutes,3,2026-03-02T05:00:00Z,",
      "old-1,99,For you,Three minutes,3,2026-03-01T12:00:00Z,",
      "old-1,2,For you,Three minutes,8,2026-03-01T12:00:00Z,",
      "old-1,2,For you,Three minutes,3,2026-03-01T12:00:00Z,2026-02-01T12:00:00Z",
    ]);
    expect(report).toEqual({
      ...{ applied: 2, known: 0, refused: 4 },
      reasons: [
        "It is there already, with another subject, sent_at",
        "customer_id: No such customer",
        "minutes: Minutes must be 3 to 7",
        "redeemed_at: Before it was sent",
      ],
    });
    expect(await portal.rows("select from deliveries where type = 'gifts.sent'")).toEqual([]);
  });

  test("contacts takes what the apply form takes, and sends no letter", async () => {
    const report = await twice("contacts", [
      "brand,name,email,phone,method,comments,referral,sent_at",
      "cos,Ada,ada@visitors.example,(212) 555-0100,E,'=1+1,42,2026-03-01T12:00:00Z",
      "cos,Ada,ada@visitors.example,212555,,,,2026-03-01T12:00:00Z",
      "other,Ada,ada@visitors.example,2125550100,,,,2026-03-01T12:00:00Z",
    ]);
    expect(report).toEqual({
      ...{ applied: 1, known: 0, refused: 2 },
      reasons: ["phone: Phone is not valid", "brand: Brand is not valid"],
    });
    expect(await portal.rows("select phone, comments, referral from contacts")).toEqual([
      // No export wrote this file, so the visitor typed the apostrophe.
      { phone: "2125550100", comments: "'=1+1", referral: 42 },
    ]);
    expect(await portal.rows("select name from pgboss.job")).toEqual([]);
  });

  test("logins keeps their sources and end times (D17)", async () => {
    const report = await twice("logins", [
      "external_id,source,login_id,started_at,ended_at",
      "old-1,phone,L1,2026-03-01T12:00:00.123456Z,2026-03-01T13:00:00Z",
      "old-1,portal,,2026-03-01T12:00:00Z,",
      "old-2,phone,L1,2026-03-01T12:00:00Z,2026-03-01T13:00:00Z",
      "old-2,phone,L2,2026-03-01T12:00:00Z,2026-03-01T11:00:00Z",
      "old-2,radio,L2,2026-03-01T12:00:00Z,",
    ]);
    expect(report).toEqual({
      ...{ applied: 2, known: 0, refused: 3 },
      reasons: [
        "login_id: Another login has it",
        "ended_at: Before it started",
        "source: portal or phone",
      ],
    });
  });

  test("pictures cuts them as an upload is cut, from a list or from a folder's names", async () => {
    const folder = join(portal.folder, "faces");
    await mkdir(folder);
    const image = await sharp({
      create: { width: 600, height: 700, channels: 3, background: "#336699" },
    })
      .jpeg()
      .toBuffer();
    await writeFile(join(folder, "200001.jpg"), image);
    await writeFile(join(folder, "seer2.png"), image);
    await writeFile(join(folder, "seer3.jpg"), image.subarray(0, 200));
    await writeFile(join(portal.folder, "outside.jpg"), image);
    await symlink(join(portal.folder, "outside.jpg"), join(folder, "link.jpg"));
    execFileSync("mkfifo", [join(folder, "pipe.jpg")]);
    const list = [
      "extension,file",
      "200001,200001.jpg",
      "200003,seer3.jpg",
      "200003,nothing.jpg",
      "200003,link.jpg",
      "200003,../outside.jpg",
      "200003,pipe.jpg",
      "200009,200001.jpg",
    ].join("\n");
    await writeFile(join(folder, "list.csv"), list);
    const report = await portal.takeFile("pictures", join(folder, "list.csv"));
    expect(report).toEqual({
      ...{ applied: 1, known: 0, refused: 6 },
      reasons: [
        "file: Picture must be a JPEG, PNG or WebP of up to 8 MB",
        "file: There is no such file",
        "file: It is outside the folder",
        "file: It is outside the folder",
        "file: It is not a file",
        "extension: No such psychic",
      ],
    });
    await rm(join(folder, "pipe.jpg"));
    const output = await portal.start("import", ["pictures", `${folder}/`]).ended;
    expect(output).toMatch(
      /^1: [\s\S]*1 pictures imported.*\n1 were there already\n4 lines are invalid/,
    );
    expect(output).toContain(`see ${folder}.errors.csv`);
    // Repaired, the picture is found through the errors file.
    await writeFile(join(folder, "seer3.jpg"), image);
    expect(await portal.takeFile("pictures", `${folder}.errors.csv`)).toMatchObject({ applied: 1 });
    const stored = await portal.rows(`
      select p.external_id, i.state from pictures i join psychics p on p.user_id = i.user_id
       order by 1`);
    expect(stored).toEqual([
      { external_id: "old-1", state: "approved" },
      { external_id: "old-2", state: "approved" },
      { external_id: "old-3", state: "approved" },
    ]);
    await portal.rows("delete from pictures");
  });

  test("pictures writes them before its transaction: a bucket may take seconds", async () => {
    const background = { r: 9, g: 9, b: 9 };
    const face = { width: 500, height: 500, channels: 3 as const, background };
    await portal.write("three.jpg", await sharp({ create: face }).jpeg().toBuffer());
    const list = await portal.write("three.csv", "extension,file\n200003,three.jpg\n");
    const { db, vault } = portal;
    const store = createFolderStore(join(portal.folder, "watched"));
    const open: number[] = [];
    const files: FileStore = {
      ...store,
      async write(name, content) {
        const transactions = `select from pg_stat_activity
          where datname = current_database() and state like 'idle in transaction%'`;
        open.push((await portal.rows(transactions)).length);
        await store.write(name, content);
      },
    };
    expect(await importFile({ db, vault, files }, pictures, list)).toMatchObject({ applied: 1 });
    expect(open).toEqual([0, 0, 0]);
  });
});
