import { createHash } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { makePhone } from "#seeds/builders/phone.ts";
import { verifyPassword } from "#server/crypto/passwords.ts";
import { patient } from "../support/patience.ts";
import { makePsychic } from "../support/people.ts";
import { setUpMoving } from "./fixtures/moving.ts";
import { csv, person } from "./fixtures/moving-rows.ts";

const portal = setUpMoving();

describe("an import of psychics", () => {
  test("stores everything that a sign-up stores, and tells the platform but nobody else", async () => {
    const given = person(1, {
      phone2: "(212) 555-7777",
      sms_phone: "2",
      referral: "200002",
      permissions: "AgentChat AgentPhone",
      password_hash: "",
    });
    const report = await portal.take("psychics", csv([given, person(2)]));
    expect(report).toEqual({ applied: 2, known: 0, refused: 0, reasons: [] });
    const [row] = await portal.rows(`
      select u.*, p.* from users u join psychics p on p.user_id = u.id where username = 'Seer1'`);
    expect(row).toMatchObject({
      ...{ external_id: "old-1", role: "psychic", brand: "cos", first: "Robin", pay_day: 1 },
      ...{ created_at: "2019-04-05T10:00:00Z", password_hash: null, account_status: "Active" },
      ...{ extension: "200001", referral_known: true, requires_approval: false },
      ...{ permissions: ["AgentPhone", "AgentChat"], profile_status: "Approved" },
    });
    const context = (column: string) => ({ table: "psychics", column, userId: row.id });
    expect(portal.vault.open(row.ssn_sealed, context("ssn_sealed"))).toBe("900000001");
    expect(portal.vault.open(row.pin_sealed, context("pin_sealed"))).toBe("1001");
    const phones = await portal.rows(`
      select phone_number, preferred, sms, pin_index is not null as pinned
        from phones where user_id = ${row.id} order by place`);
    expect(phones).toEqual([
      { phone_number: "2125000001", preferred: true, sms: false, pinned: true },
      { phone_number: "2125557777", preferred: false, sms: true, pinned: true },
    ]);
    const details = await portal.rows(`
      select state, languages, credentials from profile_details
       where psychic_id = ${row.id} order by state`);
    const same = { languages: [2], credentials: ["Tarot, cards", "Reiki"] };
    expect(details).toEqual([
      { state: "approved", ...same },
      { state: "edited", ...same },
    ]);
    expect(await portal.rows(`select code from availability where psychic_id = ${row.id}`)).toEqual(
      [{ code: "U" }],
    );
    const deliveries = await portal.rows(`
      select type, data, pin_sealed is not null as pinned
        from deliveries where psychic_id = ${row.id} order by id`);
    expect(deliveries).toMatchObject([
      { type: "psychic.created", pinned: true, data: { extension: "200001", user_id: row.id } },
      { type: "profile.approved", pinned: false, data: { zodiac: 3 } },
    ]);
    expect(JSON.stringify(deliveries)).not.toContain('1001"');
    const trail = await portal.rows("select action, detail from audit_trail");
    expect(trail).toEqual([
      {
        action: "psychics imported",
        detail: { file: "psychics-1.csv", imported: 2, known: 0, refused: 0 },
      },
    ]);
  });

  test("again changes nothing, and says what differs from the portal", async () => {
    const state = () => portal.rows("select * from users u join psychics p on p.user_id = u.id");
    const before = await state();
    const again = await portal.take(
      "psychics",
      csv([
        person(1, { phone2: "2125557777", sms_phone: "2", referral: "200002" }),
        person(2, { username: "SEER2", city: "Boston", ssn: "900-00-0009" }),
      ]),
    );
    expect(again).toEqual({
      ...{ applied: 0, known: 1, refused: 1 },
      reasons: ["It is there already, with another city, ssn"],
    });
    expect(await state()).toEqual(before);
  });

  test("stores only the argon2id hash of an old system's digest", async () => {
    const digest = createHash("md5")
      .update("pepper" + "old password")
      .digest("hex");
    const given = person(3, { password_hash: `md5$pepper$${digest}` });
    const report = await portal.take("psychics", csv([given]));
    expect(report).toMatchObject({ applied: 1, refused: 0 });
    const [row] = await portal.rows("select password_hash from users where username = 'Seer3'");
    expect(row.password_hash).toMatch(/^md5\$pepper\$\$argon2id\$/);
    expect(await verifyPassword(row.password_hash, "old password")).toBe(true);
    expect(await portal.take("psychics", csv([given]))).toMatchObject({ known: 1, refused: 0 });
  });

  test("refuses what sign-up refuses, and says why", async () => {
    const hashOf = (memory: number) =>
      `$argon2id$v=19$m=${memory},t=2,p=1$c29tZXNhbHRzb21l$${"a".repeat(43)}`;
    const wrong: [Record<string, string>, string][] = [
      [{ extension: "200001" }, "extension: Another psychic has it"],
      [{ external_id: "old-2" }, "external_id: Another psychic has it"],
      [{ phone: "2125000002", pin: "1002" }, "pin: Phone/Pin combo is taken"],
      [{ username: "boss" }, "username: Username is taken"],
      [{ manager: "nobody" }, "manager: No manager who can sign in has this username"],
      [{ username: "a@b.example" }, "username: Username is invalid"],
      [{ postal_code: "1002" }, "postal_code: Zip/Postal Code is invalid"],
      [{ phone: "212" }, "phone: Phone is not valid"],
      [
        { phone2: "2125000115" },
        "phone: The number appears twice; phone2: The number appears twice",
      ],
      [{ experience: "" }, "zodiac: Give both zodiac and experience"],
      [
        { account_status: "active" },
        "account_status: One of Active, Pending, Blacklist, Inactive, Flagged, Screened",
      ],
      [{ signed_up_at: "2099-01-01T00:00:00Z" }, "signed_up_at: More than 5 minutes in the future"],
      [
        { password_hash: hashOf(99_999_999) },
        "password_hash: Password hash takes too long to check",
      ],
      [
        { password_hash: hashOf(4_095) },
        "password_hash: Password hash is too quick to guess (m is below 4096)",
      ],
      [
        { credentials: "", email: `${"x".repeat(100_000)}@people.example` },
        "The line is longer than 65536 bytes",
      ],
    ];
    const rows = wrong.map(([more], place) => person(107 + place, more));
    // The comma of an argon2 hash needs quotes.
    const quoted = rows.map((row) => ({
      ...row,
      password_hash: row.password_hash && `"${row.password_hash}"`,
    }));
    const report = await portal.take("psychics", csv(quoted as Record<string, string>[]));
    expect(report.reasons).toEqual(wrong.map(([, reason]) => reason));
    expect(report).toMatchObject({ applied: 0, refused: wrong.length });
  });

  test("refuses the second of two lines with the same username or extension, in any portion", async () => {
    const people = Array.from({ length: 501 }, (_, number) => person(1000 + number));
    people[10] = person(1010, { username: "seer1009" });
    people[500] = person(1500, { extension: "201000" });
    const content = csv(people);
    const reasons = [
      "It is there already, with another external_id, last, address1, email, phone, pin, ssn, extension",
      "extension: Another psychic has it",
    ];
    const rehearsal = await portal.rehearse("psychics", content);
    expect(rehearsal.reasons).toEqual([
      expect.stringMatching(/^\d+: It is there already, with another /),
      expect.stringMatching(/^\d+: extension: Another psychic has it/),
    ]);
    expect(rehearsal.applied).toBe(499);
    expect(await portal.rows("select from users where username = 'Seer1000'")).toEqual([]);
    const report = await portal.take("psychics", content);
    expect(report).toMatchObject({ applied: 499, refused: 2 });
    expect(report.reasons[1]).toBe(reasons[1]);
  });

  test("makes accounts that share a fact with a Blacklist account require approval (D5)", async () => {
    const bad = person(2000, { account_status: "Blacklist" });
    const linked = [
      person(2001, { ssn: bad.ssn ?? "" }),
      person(2002, { phone2: bad.phone ?? "" }),
      person(2003, { email: "SEER2000@people.example" }),
      person(2004, { last: "person 2000", address1: "2000 maple street" }),
      person(2005),
      person(2006, { ssn: bad.ssn ?? "", requires_approval: "false" }),
    ];
    await portal.take("psychics", csv([...linked, bad]));
    const rows = await portal.rows(`
      select extension from psychics where requires_approval order by extension`);
    expect(rows.map(({ extension }) => extension)).toEqual([
      ...["202001", "202002", "202003", "202004"],
    ]);
  });

  test("draws an extension where none is given", async () => {
    await portal.take("psychics", csv([person(3000, { extension: "" })]));
    const [row] = await portal.rows(
      "select extension from psychics where external_id = 'old-3000'",
    );
    expect(Number(row.extension)).toBeGreaterThanOrEqual(300_000);
  });

  test("waits for a sign-up that takes the same pair, and then refuses the line", async () => {
    const psychic = await makePsychic(portal.db.sql);
    const other = await portal.db.sql.transaction();
    const pinned = { vault: portal.vault, pin: "4000" };
    await makePhone(other, { user_id: psychic.id, phone_number: "2125004000", pinned });
    const importing = portal.take("psychics", csv([person(4000, { pin: "4000" })]));
    await vi.waitFor(async () => {
      const waiting = `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      expect(await portal.rows(waiting)).not.toEqual([]);
    }, patient(20_000));
    await other.commit();
    expect(await importing).toMatchObject({
      refused: 1,
      reasons: ["pin: Phone/Pin combo is taken"],
    });
  });
});
