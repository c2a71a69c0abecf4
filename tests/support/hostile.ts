/** Values that break a naive server, or that it wrongly accepts (safety 25). */
export const hostileIds = [
  "abc",
  "1e3",
  "0x10",
  "99999999999",
  "9".repeat(40),
  "-1",
  "0",
  "1.5",
  "%00",
  "%20",
  "%2e%2e%2f",
  "1;drop%20table%20users",
  "'",
  "%F0%9F%94%AE",
  "NaN",
  "null",
  "1,2",
  "%E0%A4%A",
];

export const hostileDates = [
  "2026-02-30",
  "yesterday",
  "infinity",
  "-infinity",
  "now",
  "2026-13-01",
  "0000-00-00",
  "99999-01-01",
  "2026-01-01T00:00:00Z",
  "999999999999999",
  "-1",
  "",
  "%00",
  "2026-01-01'--",
  "1e12",
];

export const hostileQueries = [
  "limit=0",
  "limit=-1",
  "limit=1001",
  "limit=1e3",
  "limit=3.7",
  "limit=abc",
  "limit=10&limit=20",
  "limit[]=10",
  "limit=",
  "offset=-1",
  "offset=99999999999999999999",
  "offset=abc",
  "sort=password_hash",
  "sort=constructor",
  "sort=__proto__",
  "sort=1;select%201",
  "sort=user_id,user_name",
  "order=sideways",
  "order=ASC",
  "sort=%00",
  "psychic_id=abc",
  "psychic_id=99999999999",
  "psychic_id=1&psychic_id=2",
  "__proto__[x]=1",
  "a=%E0%A4%A",
  ...hostileDates.map((date) => `start_date=${date}`),
  ...hostileDates.map((date) => `end_date=${date}`),
  "start_date=2026-01-02&end_date=2026-01-01",
  "start_date=2026-01-01&start_date=2026-01-02",
];

export const hostileValues: unknown[] = [
  null,
  true,
  0,
  -1,
  3.7,
  1e20,
  -1e308,
  2 ** 31,
  2 ** 53,
  "",
  " ",
  "\0",
  "a\0b",
  "x".repeat(20_000),
  "1",
  "1e3",
  "NaN",
  "'; drop table users; --",
  "<script>alert(1)</script>",
  "=cmd|' /C calc'!A0",
  "{{7*7}}",
  "../../etc/passwd",
  "\u202Eexe.cod",
  "\uD800",
  "🔮".repeat(200),
  [],
  [null],
  [[[[[]]]]],
  {},
  { a: 1 },
  { toString: 1, constructor: { prototype: {} } },
  JSON.parse('{"__proto__": {"role": "manager"}}'),
  "2026-02-30",
  "infinity",
];

/**
 * Returns the hostile values, and variants of a valid body. Each variant differs in one place: a
 * hostile value, a missing key or an extra key.
 */
export function mutations(good: unknown): unknown[] {
  const out: unknown[] = [...hostileValues];
  if (good === null || typeof good !== "object" || Buffer.isBuffer(good)) return out;
  const entries = Object.entries(good);
  const put = (key: string, value: unknown) =>
    Array.isArray(good)
      ? good.map((item, i) => (String(i) === key ? value : item))
      : { ...good, [key]: value };
  for (const [key, value] of entries) {
    for (const inner of mutations(value)) out.push(put(key, inner));
    if (!Array.isArray(good)) {
      out.push(Object.fromEntries(entries.filter(([name]) => name !== key)));
    }
  }
  if (!Array.isArray(good)) {
    for (const extra of ["role", "user_id", "account_status", "permissions", "x".repeat(300)]) {
      if (!(extra in good)) out.push({ ...good, [extra]: "manager" });
    }
  }
  return out;
}
