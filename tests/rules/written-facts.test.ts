import { describe, expect, test } from "vitest";
import { namedUsers, writtenFacts } from "#server/features/audit/written-facts.ts";

const names = new Map([[7, "maria"]]);
/** Each fact as `name: from > to`. */
const written = (
  action: string,
  detail: object,
  viewer: "owners" | "staff" | "psychic" = "owners",
) =>
  writtenFacts({ action, detail: { ...detail } }, viewer, names).map(
    ({ name, from, to }) => `${name}: ${from} > ${to}`,
  );

describe("the facts of an entry, in words (D58)", () => {
  test.each([
    [
      "availability changed",
      { old: "O", new: "P" },
      ["Availability: On Alert > Available (Phone Only)"],
    ],
    ["automated emails changed", { old: true, new: false }, ["Automated Emails: Yes > No"]],
    ["permissions changed", { old: "", new: "AgentChat" }, ["Permissions: null > Chat"]],
    ["pay day corrected", { old: 1, new: 7 }, ["Pay Day: Sun > Sat"]],
    ["manager changed", { old: 7, new: 8 }, ["Manager: maria > User 8"]],
    ["psychics handed over", { to: 7, psychics: 3 }, ["To: null > maria", "Psychics: null > 3"]],
    [
      "schedule changed",
      { removed: ["1 20:00-00:00 O"], added: ["2 00:15-12:30 A", "7 13:00-14:00 A"] },
      [
        "Hours Removed: null > Sun 08:00 PM to 12:00 AM (On Alert)",
        "Hours Added: null > Mon 12:15 AM to 12:30 PM, Sat 01:00 PM to 02:00 PM",
      ],
    ],
    [
      "schedule changed",
      { removed: ["2 09:00-17:00 O 2026-03-15"], added: ["2 09:00-17:00 A 2026-03-15"] },
      [
        "Hours Removed: null > Mon 09:00 AM to 05:00 PM (On Alert; every second week from 03/15/2026)",
        "Hours Added: null > Mon 09:00 AM to 05:00 PM (every second week from 03/15/2026)",
      ],
    ],
    [
      "phones changed",
      {
        from: [{ id: 1, phone_number: "2125550100", preferred: true, sms: true }],
        to: [{ id: 1, phone_number: "2125550100", preferred: false, sms: false }],
      },
      ["Phones: 2125550100 (preferred, texts) > 2125550100"],
    ],
    [
      "profile changed",
      {
        from: { zodiac: null, languages: [], language: 1, country: "US", gender: "F" },
        to: { zodiac: 2, languages: [2, 3], language: 5, country: "CA", gender: "M" },
        pin_changed: true,
      },
      [
        "Country: United States > Canada",
        "Zodiac Sign: null > Taurus",
        "Gender: Female > Male",
        "Primary Language: English > German",
        "Other Languages: null > Spanish, French",
        "PIN Changed: null > Yes",
      ],
    ],
    [
      "listing approved",
      {
        from: null,
        to: { sales_pitch: "Kind", body: "<p>Two &amp; two</p><p>lines</p>", categories: [26] },
      },
      [
        "Sales Pitch: null > Kind",
        "Text: null > Two & two lines",
        "Categories: null > Love & Relationships",
      ],
    ],
    [
      "list exported",
      { list: "logins", start_date: "2026-03-01" },
      ["List: null > logins", "From: null > 03/01/2026"],
    ],
    [
      "data exported",
      { files: ["psychics", "gifts"], secrets: true },
      ["Files: null > psychics, gifts", "With PINs, SSNs and Password Hashes: null > Yes"],
    ],
  ])("%s", (action, detail, facts) => {
    expect(written(action, detail)).toEqual(facts);
  });

  test("values that stayed as they were are left out", () => {
    const same = { sales_pitch: "Kind", body: "Text", categories: [26] };
    expect(written("listing approved", { from: same, to: { ...same, body: "Other" } })).toEqual([
      "Text: Text > Other",
    ]);
  });

  test("a long value is cut", () => {
    const [fact = ""] = written("listing rejected", { reason: "x".repeat(5_000) });
    expect(fact).toMatch(/^Reason: null > x{300}…$/);
  });

  test("what no fact names stays on the server, whatever its shape", () => {
    for (const detail of [{ session: "key" }, { from: "text" }, { from: { pin: "4711" }, to: 7 }]) {
      expect(written("profile changed", detail)).toEqual([]);
    }
    expect(written("unknown", { old: 1 })).toEqual([]);
    expect(written("constructor", { old: 1 })).toEqual([]);
  });

  test("some facts are for staff only", () => {
    const detail = { requires_approval: { old: false, new: true } };
    expect(written("SSN corrected", detail, "staff")).toEqual(["Requires Approval: No > Yes"]);
    expect(written("SSN corrected", detail, "psychic")).toEqual([]);
  });
});

test("the users whose names a page needs are collected once", () => {
  const rows = [
    { action: "manager changed", detail: { old: 7, new: 8 } },
    { action: "manager changed", detail: { old: 8, new: null } },
    { action: "staff role changed", detail: { from: "viewer", to: "owner" } },
  ];
  expect([...namedUsers(rows)]).toEqual([7, 8]);
});
