import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test, vi } from "vitest";
import { openCsvRows } from "#server/features/import/csv-rows.ts";
import { setUpMoving } from "../api/fixtures/moving.ts";
import { csv, person } from "../api/fixtures/moving-rows.ts";
import { patient } from "../support/patience.ts";

const from = setUpMoving();
const to = setUpMoving();

/** How often an import is killed. The long form: IMPORT_KILLS=20. */
const kills = Number(process.env.IMPORT_KILLS ?? 4);

/** Texts that a spreadsheet would run, and that must come back unchanged. */
const odd = `"=1+1, ""quoted""\n'=2"`;

const files: Record<string, string> = {
  psychics: csv([
    person(1, { last: odd.replace("\n", " "), phone2: "2125557777", sms_phone: "2" }),
    person(2, { pin: "", ssn: "", zodiac: "", experience: "", languages: "", credentials: "" }),
    person(3, { account_status: "Pending", requires_approval: "true", referral: "9999" }),
    {
      ...person(4, { account_status: "Blacklist", signed_up_at: "2020-01-01T00:00:00.123456Z" }),
      ...{ country: "DE", phone: "3012345678", postal_code: "-10115", city: "@Berlin" },
    },
    person(5, { profile_status: "Rejected" }),
  ]),
  customers:
    "customer_id,username,redeemable_minutes,blocked,updated_at\n" +
    "1,+ada,5,false,2026-01-01T00:00:00Z\n2,'=bea,0,true,\n",
  schedules:
    "extension,day,status,from,to,weeks\n200001,2,A,18:00,02:00,\n" +
    "200001,2,O,09:00,10:00,A\n200001,2,A,09:30,10:00,B\n",
  listings:
    `extension,status,sales_pitch,body,categories,reason,updated_at\n` +
    `200001,Approved,${odd.replace("\n", " ")},${odd},82 26,,2026-01-01T00:00:00Z\n` +
    `200001,Rejected,See,Hello,26,-too short,2026-01-01T00:00:00Z\n`,
  gifts:
    "extension,customer_id,subject,body,minutes,sent_at,redeemed_at\n" +
    "200001,1,@you,=Three,3,2026-03-01T12:00:00Z,2026-03-02T12:00:00Z\n",
  contacts:
    "brand,name,email,phone,method,comments,referral,sent_at\n" +
    "onesun,=Ada,ada@visitors.example,2125550100,E,Hello,42,2026-03-01T12:00:00Z\n",
  logins:
    "extension,source,login_id,started_at,last_action_at,ended_at\n" +
    "200001,phone,L1,2026-03-01T12:00:00.123456Z,2026-03-01T13:00:00Z,2026-03-01T13:00:00Z\n" +
    "200001,portal,,2026-03-01T12:00:00Z,2026-03-01T12:30:00Z,\n",
  readings:
    "connection_id,extension,customer_id,customer_username,conn_type,started_at,minutes," +
    "free_minutes,paid_minutes,rate,revenue,result,rating,rating_text,has_recording\n" +
    "C1,200001,1,+ada,Call,2026-03-01T12:00:00Z,10,0,10,2.99,29.90,Completed,5,=good,true\n" +
    "C2,200001,2,'=bea,Chat,2026-03-01T13:00:00Z,0,0,0,2.99,0,No Answer,,,false\n",
};

/** This column is always empty: its title alone says that the file's cells are defused. */
const noValues = ["defused"];

describe("moving out and in", () => {
  test("an export that is imported into an empty portal gives the same export", async () => {
    for (const [name, content] of Object.entries(files)) {
      const report = await from.take(name, content);
      expect({ name, ...report }).toMatchObject({ name, refused: 0 });
    }
    const image = await sharp({
      create: { width: 480, height: 480, channels: 3, background: "#336699" },
    })
      .jpeg()
      .toBuffer();
    await writeFile(join(from.folder, "face.jpg"), image);
    await from.take(
      "pictures",
      "extension,file,state\n200001,face.jpg,\n200003,face.jpg,pending\n",
    );

    const first = await from.giveOut("first");
    expect(Object.keys(first)).toHaveLength(9);
    // Every column must have a value. Otherwise nobody would notice that the import or the export
    // leaves it out. Two other tests cover the columns of psychics:
    // tests/api/moving-columns.test.ts and tests/contract/exported-columns.test.ts.
    for (const name of Object.keys(first).filter((name) => name !== "psychics.csv")) {
      const { columns, rows } = await openCsvRows(join(from.folder, "first", name));
      const filled = new Set(noValues);
      for await (const { fields } of rows) {
        for (const column of columns) if (fields[column]) filled.add(column);
      }
      expect(
        columns.filter((column) => !filled.has(column)),
        `${name}: empty columns`,
      ).toEqual([]);
    }
    // A spreadsheet must not run any cell.
    expect(Object.values(first).join("")).not.toMatch(/(^|,)"?[=+@-]/m);
    expect(first["psychics.csv"]).toContain("900000001");
    for (const name of ["psychics", "customers", "schedules", "listings", "pictures", "gifts"]) {
      const report = await to.takeFile(name, join(from.folder, "first", `${name}.csv`));
      expect({ name, ...report }).toMatchObject({ name, refused: 0, reasons: [] });
    }
    for (const name of ["contacts", "logins", "readings"]) {
      await to.takeFile(name, join(from.folder, "first", `${name}.csv`));
    }
    expect(await to.giveOut("second")).toEqual(first);
    const pictures = await readdir(join(to.folder, "second", "pictures"));
    expect(pictures).toEqual(["200001.jpg", "200003-pending.jpg"]);
    const pairs =
      "select psychic_id is not null, customer_id, first_call_at from psychic_customers";
    expect(await to.rows(pairs)).toEqual(await from.rows(pairs));
  });

  test("the command exports without secrets unless asked, as files that only their owner reads", async () => {
    const folder = join(from.folder, "plain");
    await mkdir(folder);
    expect(await from.start("export", ["psychics", folder]).ended).toBe("0: 5 psychics");
    const text = await readFile(join(folder, "psychics.csv"), "utf8");
    expect(text).not.toMatch(/ssn|pin,|password|900000001/);
    expect((await stat(join(folder, "psychics.csv"))).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(["psychics.csv"]);
    const [row] = await from.rows(
      "select action, detail from audit_trail order by id desc limit 1",
    );
    expect(row).toEqual({
      action: "data exported",
      detail: { files: ["psychics"], secrets: false },
    });
    expect(await from.start("export", ["all", folder]).ended).toBe(
      `1: ${folder}/psychics.csv is there already`,
    );
  });

  test.each([
    [["export", "all", "/nothing/here"], "There is no folder /nothing/here"],
    [["export", "everything", "/tmp"], "Usage: npm run export -- psychics|"],
    [["export", "all"], "Usage: npm run export -- psychics|"],
    [["import", "psychics"], "Usage: npm run import -- [psychics|"],
    [["import", "people", "x.csv"], "Usage: npm run import -- [psychics|"],
    [["import", "psychics", "/nothing.csv"], "There is no file /nothing.csv"],
    [["import", "psychics", "."], "There is no file ."],
  ])("%j prints one line and exits with 1", async ([command, ...words], line) => {
    const output = await from.start(command as "import", words).ended;
    expect(output.startsWith(`1: ${line}`)).toBe(true);
    expect(output.split("\n")).toHaveLength(1);
  });

  test.each([
    ["an empty file", "", "has no header"],
    ["another kind", files.gifts as string, 'There is no column "customer_id"'],
    ["a header without columns", "username,first\n", 'The column "last" is missing'],
    ["a truncated header", "username,first,la", 'There is no column "la"'],
    ["a picture", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70]), "line 1: Not UTF-8"],
    ["other binary", Buffer.from([0, 1, 2, 27, 91, 51, 49, 109]), 'There is no column "????[31m"'],
    ["a cell of 100 kB", "x".repeat(100_000), "line 1: The line is longer than 65536 bytes"],
    ["a cell of 50 kB", "x".repeat(50_000), `There is no column "${"x".repeat(60)}"`],
  ])("refuses %s as psychics in one line", async (_, content, line) => {
    const file = await from.write("wrong.csv", content);
    expect(await from.start("import", ["psychics", file]).ended).toMatch(`1: ${file}`);
    expect(await from.start("import", ["psychics", file]).ended).toContain(line);
  });

  test("a dry run prints every refused line, exits with 1 and stores nothing", async () => {
    const file = await from.write(
      "dry.csv",
      csv([person(50), person(51, { city: "" }), person(52, { extension: "200001" })]),
    );
    const state = () =>
      from.rows("select (select max(id) from users), (select count(*) from audit_trail)");
    const before = await state();
    const output = await from.start("import", ["psychics", file, "--dry-run"]).ended;
    // Each psychic takes two lines, and the progress comes from stderr.
    expect(output.split("\n").filter((line) => !line.includes("rows/s"))).toEqual([
      "1: 4: city: City is required",
      "6: extension: Another psychic has it",
      "1 psychics would be imported: nothing was stored",
      "2 lines are invalid and would not be imported",
    ]);
    expect(await state()).toEqual(before);
    expect(await readdir(from.folder)).not.toContain("dry.csv.errors.csv");
  });

  test("a secret that another key encrypts stops the export, and leaves no file", async () => {
    const folder = join(from.folder, "wrong-key");
    await mkdir(folder);
    const keys = { DATA_KEYS: `t2:${Buffer.alloc(32, 8).toString("base64")}` };
    const words = ["psychics", folder];
    expect(await from.start("export", [...words, "--with-secrets"], keys).ended).toBe(
      "1: A PIN or SSN cannot be decrypted: DATA_KEYS lacks its key",
    );
    expect(await readdir(folder)).toEqual([]);
    expect(await from.start("export", words, keys).ended).toBe("0: 5 psychics");
  });

  test("one file is imported by one process at a time", async () => {
    const people = Array.from({ length: 600 }, (_, number) => person(90_000 + number));
    const file = await to.write("shared.csv", csv(people));
    const both = await Promise.allSettled([
      to.takeFile("psychics", file),
      to.takeFile("psychics", file),
    ]);
    const refusals = both.flatMap((one) => (one.status === "rejected" ? [one.reason.message] : []));
    expect(refusals).toEqual([`${file} is being imported already`]);
    expect(await to.takeFile("psychics", file)).toMatchObject({ applied: 0, known: 600 });
  });

  test("killing an import several times does not change its result", async () => {
    // A portion has 50 psychics, and each kill comes once one more portion is stored, so the kills
    // leave lines to import.
    const count = 500 * (kills + 2);
    const people = Array.from({ length: count }, (_, number) => person(10_000 + number));
    for (let place = 7; place < people.length; place += 500) {
      people[place] = person(10_000 + place, { city: "" });
    }
    const file = await to.write("many.csv", csv(people));
    const imported = `from psychics p
      where substr(p.external_id, 5)::int between 10000 and ${10_000 + count - 1}`;
    const stored = async () => {
      const [row] = await to.rows(`select count(*)::int as count ${imported}`);
      return row.count as number;
    };
    let before = await stored();
    for (let kill = 0; kill < kills; kill++) {
      const run = to.start("import", ["psychics", file]);
      // Kill it once it has stored more, wherever it is then: within a portion or between two.
      await vi.waitFor(async () => {
        const now = await stored();
        if (now === before && run.child.exitCode === null) throw new Error("nothing stored yet");
        before = now;
      }, patient(60_000));
      run.child.kill("SIGKILL");
      await run.ended;
    }
    const wrong = kills + 2;
    const right = (count - wrong).toLocaleString("en-US");
    const output = await to.start("import", ["psychics", file]).ended;
    expect(output).toMatch(new RegExp(`${right} psychics imported.*\\n${wrong} lines are invalid`));
    const [counts] = await to.rows(`
      with imported as (select p.user_id, p.extension ${imported})
      select count(*)::int as psychics, count(distinct extension)::int as extensions,
             (select count(*)::int from phones join imported using (user_id)) as phones,
             (select count(*)::int from deliveries d join imported i on i.user_id = d.psychic_id)
               as news,
             (select count(*)::int from imports) as imports
        from imported`);
    const each = count - wrong;
    expect(counts).toEqual({
      ...{ psychics: each, extensions: each, phones: each, news: 2 * each, imports: 0 },
    });
    const errors = (await readFile(`${file}.errors.csv`, "utf8")).match(/^\d+,city: /gm);
    expect(errors).toHaveLength(wrong);
    expect(await to.start("import", ["psychics", file]).ended).toMatch(
      new RegExp(`\\D0 psychics imported.*\\n${right} were there`),
    );
  });
});
