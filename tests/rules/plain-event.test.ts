import fc from "fast-check";
import { expect, test } from "vitest";
import { platformEvent } from "#shared/ingest.ts";
import { isPlainEvent } from "#shared/plain-event.ts";

/** Any code point. fast-check's own `binary` spends a second on a table of them. */
const character = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((codePoint) => String.fromCodePoint(codePoint));
const text = (maxLength: number, minLength = 1) =>
  fc.string({ unit: character, minLength, maxLength }).filter(({ length }) => length <= maxLength);
const cents = (max: number) => fc.integer({ min: 0, max: max * 100 }).map((value) => value / 100);
const day = fc.date({
  min: new Date("2000-01-01T00:00:00Z"),
  max: new Date("2099-12-31T23:59:59Z"),
  noInvalidDate: true,
});
const instant = day.map((date) => date.toISOString());

/** Limits a reading's free and paid minutes, so that they do not exceed its minutes. */
const within = <T extends { minutes: number; free_minutes: number; paid_minutes: number }>(
  made: T,
) => {
  const free_minutes = Math.min(made.free_minutes, made.minutes);
  return {
    ...made,
    free_minutes,
    paid_minutes: Math.min(made.paid_minutes, made.minutes - free_minutes),
  };
};

/** Events as the platform sends them. */
const reading = fc
  .record(
    {
      connection_id: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/),
      user_id: fc.integer({ min: 1, max: 2_147_483_647 }),
      customer_id: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      customer_username: text(99),
      conn_type: fc.constantFrom("Call", "Chat"),
      started_at: instant,
      minutes: fc.integer({ min: 0, max: 1440 }),
      free_minutes: fc.integer({ min: 0, max: 1440 }),
      paid_minutes: fc.integer({ min: 0, max: 1440 }),
      rate: cents(1000),
      revenue: cents(100_000),
      result: text(40),
      rating: fc.option(fc.integer({ min: 1, max: 5 })),
      rating_text: fc.option(text(2000, 0)),
      has_recording: fc.option(fc.boolean()),
      extension: fc.constant(null),
    },
    {
      requiredKeys: [
        ...(["connection_id", "user_id", "customer_id", "customer_username", "conn_type"] as const),
        ...(["started_at", "minutes", "free_minutes", "paid_minutes", "rate", "revenue"] as const),
        "result",
      ],
    },
  )
  .map(within);
const event = fc.record({
  type: fc.constant("readings.recorded"),
  timestamp: instant,
  data: fc.record({ readings: fc.array(reading, { minLength: 1, maxLength: 5 }) }),
});

const isLeapDay = (value: unknown) => /-02-29T/.test(JSON.stringify(value));

test("the platform's events are plain", () => {
  fc.assert(
    fc.property(event, (body) => {
      fc.pre(!isLeapDay(body));
      expect(isPlainEvent(body)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

/** Values for any field. Most of them are wrong, many only slightly. */
const anything = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    ...[undefined, null, "", " ", "x".repeat(41), "x".repeat(100), "x".repeat(2001), "a-b_c", "-a"],
    ...[0, -0, -1, 0.5, 1.005, 2.999, 5.5, 6, 1441, 1000.01, 100_000.01, 2 ** 31, 2 ** 53, 1e300],
    ...[Number.NaN, Number.POSITIVE_INFINITY, true, "1", "5", "2.99", "call", "Chat ", [], {}],
    ...["2026-02-29T00:00:00Z", "2024-02-29T00:00:00Z", "2026-04-31T00:00:00Z"],
    ...["2026-01-01T24:00:00Z", "2026-01-01T00:00Z", "2026-01-01T00:00:00", "2026-01-01"],
    ...["2026-01-01T00:00:00+00:00", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:60Z"],
    ...["2026-01-01T00:00:00Z\n", "2026-13-01T00:00:00Z", "2026-00-10T00:00:00Z", "123456"],
  ),
);
const places = [
  ...Object.keys(fc.sample(reading, { numRuns: 1, seed: 1 })[0] ?? {}),
  ...["extension", "rating", "rating_text", "has_recording", "extra", "__proto__", "constructor"],
];

test("the schema accepts every plain event unchanged", () => {
  let plain = 0;
  fc.assert(
    fc.property(
      event,
      fc.array(fc.tuple(fc.nat(), fc.constantFrom(...places), anything), { maxLength: 2 }),
      fc.option(fc.tuple(fc.constantFrom("type", "timestamp", "data", "more"), anything), {
        freq: 2,
      }),
      (body, changes, outside) => {
        // In JSON `__proto__` is a key like any other.
        const changed = JSON.parse(JSON.stringify(body));
        const set = (object: object, key: string, value: unknown) =>
          Object.defineProperty(object, key, { value, enumerable: true, configurable: true });
        for (const [place, key, value] of changes) {
          set(changed.data.readings[place % changed.data.readings.length], key, value);
        }
        if (outside) set(changed, ...outside);
        if (!isPlainEvent(changed)) return;
        plain += 1;
        const parsed = platformEvent.safeParse(changed);
        expect(parsed.error).toBeUndefined();
        expect(JSON.stringify(sorted(parsed.data))).toBe(JSON.stringify(sorted(changed)));
      },
    ),
    { numRuns: 2_000 },
  );
  expect(plain).toBeGreaterThan(200);
});

test.each([0, 1001])("%i readings are not plain", (count) => {
  const [body] = fc.sample(event, { numRuns: 1, seed: 3 });
  const [one] = body?.data.readings ?? [];
  const readings = Array.from({ length: count }, () => one);
  expect(isPlainEvent({ ...body, data: { readings } })).toBe(false);
});

/** Sorts the keys of objects, because the schema returns them in its own order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
}
