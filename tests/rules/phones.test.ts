import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addPhone,
  changePhone,
  digitsOf,
  isPhoneNumber,
  type OwnPhone,
  type PhoneFacts,
  preferPhone,
  removePhone,
} from "#shared/rules/phones.ts";

const facts = fc.record({
  phone_number: fc.stringMatching(/^\d{10}$/),
  country_code: fc.constant(1),
  type: fc.constantFrom(1, 2, 3),
  time_zone_id: fc.constant(11),
  sms: fc.boolean(),
});
const step = fc.oneof(
  fc.record({ do: fc.constant("add" as const), facts }),
  fc.record({ do: fc.constant("change" as const), at: fc.nat(2), facts }),
  fc.record({ do: fc.constant("remove" as const), at: fc.nat(2) }),
  fc.record({ do: fc.constant("prefer" as const), at: fc.nat(2) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

let nextId = 1;
const stored = (phones: OwnPhone[]): OwnPhone[] =>
  phones.map((phone) => ({ ...phone, id: phone.id ?? nextId++ }));

function after(phones: OwnPhone[], step: Step): OwnPhone[] | string {
  if (step.do === "add") return addPhone(phones, step.facts);
  const id = phones[step.at % phones.length]?.id;
  if (id == null) return phones;
  if (step.do === "change") return changePhone(phones, id, step.facts);
  return step.do === "remove" ? removePhone(phones, id) : preferPhone(phones, id);
}

test("V25: after any action there are at most 3: one is preferred, at most one has SMS", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let phones: OwnPhone[] = [];
      for (const step of steps) {
        const before = structuredClone(phones);
        const result = after(phones, step);
        expect(phones, "the rules change nothing in place").toEqual(before);
        if (typeof result === "string") {
          const reasons = { full: 3, last: 1, preferred: phones.length };
          expect(phones).toHaveLength(reasons[result as keyof typeof reasons]);
          continue;
        }
        phones = stored(result);
        expect(phones.length).toBeLessThanOrEqual(3);
        expect(phones.filter(({ preferred }) => preferred)).toHaveLength(phones.length ? 1 : 0);
        expect(phones.filter(({ sms }) => sms).length).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 300 },
  );
});

describe("V25: one by one", () => {
  const phone: PhoneFacts = {
    phone_number: "2125550100",
    country_code: 1,
    type: 3,
    time_zone_id: 11,
    sms: true,
  };
  const one = stored(addPhone([], phone) as OwnPhone[]);
  const two = stored(addPhone(one, phone) as OwnPhone[]);

  test("the first is preferred, the second is not, and gets the messages", () => {
    expect(two.map(({ preferred, sms }) => [preferred, sms])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  test("the last number and the preferred one cannot be removed", () => {
    expect(removePhone(one, Number(one[0]?.id))).toBe("last");
    expect(removePhone(two, Number(two[0]?.id))).toBe("preferred");
    expect(removePhone(two, Number(two[1]?.id))).toHaveLength(1);
  });

  test("a fourth is refused", () => {
    const three = stored(addPhone(two, phone) as OwnPhone[]);
    expect(addPhone(three, phone)).toBe("full");
  });
});

test("V23: a number is its digits: ten in the US and Canada, 4 to 15 elsewhere", () => {
  expect(digitsOf(" (212) 555-01.00 ")).toBe("2125550100");
  expect(isPhoneNumber("2125550100", 1)).toBe(true);
  for (const wrong of ["212555010", "12125550100", "", "212555010a"]) {
    expect(isPhoneNumber(wrong, 1), wrong).toBe(false);
  }
  expect(isPhoneNumber("1234", 49)).toBe(true);
  expect(isPhoneNumber("123", 49)).toBe(false);
  expect(isPhoneNumber("1".repeat(16), 49)).toBe(false);
});
