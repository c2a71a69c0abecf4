import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isEmail } from "#shared/rules/email.ts";
import { oneLine } from "#shared/rules/one-line.ts";
import { normalPostalCode, otherLanguages } from "#shared/rules/profile.ts";

describe("a postal code (V11, D29)", () => {
  test.each([
    ["US", "10025", "10025"],
    ["US", "1002", null],
    ["US", "10025-1234", null],
    ["US", "M5V 2T6", null],
    ["CA", "M5V 2T6", "M5V 2T6"],
    ["CA", "m5v2t6", "M5V 2T6"],
    ["CA", "m5v-2t6", "M5V 2T6"],
    ["CA", "10025", null],
    ["CA", "M5V  2T6", null],
    ["GB", "SW1A 1AA", "SW1A 1AA"],
    ["IE", "anything", "anything"],
  ])("%s %s is %s", (country, code, normal) => {
    expect(normalPostalCode(country, code)).toBe(normal);
  });

  test("in the normal form stays the same", () => {
    const codes = fc.stringMatching(/^[A-Za-z]\d[A-Za-z][ -]?\d[A-Za-z]\d$/);
    fc.assert(
      fc.property(codes, (code) => {
        const normal = normalPostalCode("CA", code) ?? "";
        expect(normal).toMatch(/^[A-Z]\d[A-Z] \d[A-Z]\d$/);
        expect(normalPostalCode("CA", normal)).toBe(normal);
      }),
    );
  });
});

test("S15: the other languages have neither the primary language nor duplicates", () => {
  const ids = fc.integer({ min: 1, max: 8 });
  fc.assert(
    fc.property(ids, fc.array(ids), (primary, languages) => {
      const others = otherLanguages(primary, languages);
      expect(others).not.toContain(primary);
      expect(new Set(others)).toEqual(new Set(languages.filter((one) => one !== primary)));
      expect(new Set(others).size).toBe(others.length);
    }),
  );
});

test("V14: e-mail addresses are recognized", () => {
  for (const good of ["a@b.co", "o'brien+x@mail.example.com", "José@correo.es"]) {
    expect(isEmail(good), good).toBe(true);
  }
  const bad = ["", "a", "a@b", "@b.co", "a@.", "a b@c.de", "a@b@c.de", "a,b@c.de", "<a@b.co>"];
  for (const text of bad) expect(isEmail(text), text).toBe(false);
  expect(isEmail("a@b.co\nBcc: c@d.ef")).toBe(false);
});

test("a text is one line of visible characters", () => {
  expect(oneLine(" a\r\n\tb\u0000\u0007 c ")).toBe("a b c");
  expect(oneLine("\u202Elu\u200Bna\uFEFF")).toBe("luna");
});
