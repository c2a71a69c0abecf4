import { categories } from "#shared/reference/categories.ts";
import { contactMethods } from "#shared/reference/contact-methods.ts";
import { countries } from "#shared/reference/countries.ts";
import { genders } from "#shared/reference/genders.ts";
import { languages } from "#shared/reference/languages.ts";
import { zodiac } from "#shared/reference/zodiac.ts";
import { auditActionOf, maySee } from "#shared/rules/audit-actions.ts";
import type { AuditAudience, AuditFact, AuditValue } from "#shared/rules/audit-facts.ts";
import { type AssignmentKind, assignmentWords } from "#shared/rules/managers.ts";
import { linesOf } from "#shared/rules/paragraphs.ts";

type Detail = Record<string, unknown>;
type Names = ReadonlyMap<number, string>;

/** Characters of a value. A listing's text has some thousands. */
const shownAtMost = 300;

const nameOf =
  (rows: readonly { id: number | string; name: string }[]) =>
  (value: unknown): string =>
    rows.find(({ id }) => id === value)?.name ?? String(value);

const availabilities: Record<string, string> = {
  ...{ A: "Available", P: "Available (Phone Only)", C: "Available (Chat Only)", O: "On Alert" },
  ...{ U: "Unavailable", B: "Busy", R: "Reserved" },
};

function phoneText(phone: unknown): string {
  const { phone_number, preferred, sms } = phone as Detail;
  const notes = [...(preferred ? ["preferred"] : []), ...(sms ? ["texts"] : [])].join(", ");
  return notes ? `${phone_number} (${notes})` : String(phone_number);
}

const weekdays = ["", "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
/** `2026-03-08` as `03/08/2026`. */
const dayText = (day: string) => day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, "$2/$3/$1");

/** `14:30` as `02:30 PM`. */
function clockText(time: string): string {
  const [hours = 0, minutes = "00"] = [Number(time.slice(0, 2)), time.slice(3)];
  const shown = String(hours % 12 || 12).padStart(2, "0");
  return `${shown}:${minutes} ${hours % 24 < 12 ? "AM" : "PM"}`;
}

/**
 * @param line such as `2 09:00-12:30 A`: a day from 1, Sunday, and an availability. Hours of every
 * second week end with the Sunday that begins one of their weeks.
 */
function hoursText(line: string): string {
  const [, day, from = "", to = "", code = "", sunday] =
    /^(\d) (\S+)-(\S+) (\w)(?: (\S+))?$/.exec(line) ?? [];
  if (day === undefined) return line;
  const hours = `${weekdays[Number(day)]} ${clockText(from)} to ${clockText(to)}`;
  const notes = [
    ...(code === "A" ? [] : [availabilities[code] ?? code]),
    ...(sunday === undefined ? [] : [`every second week from ${dayText(sunday)}`]),
  ];
  return notes.length > 0 ? `${hours} (${notes.join("; ")})` : hours;
}

const writers: Record<AuditValue, (value: unknown, names: Names) => string> = {
  text: (value) => (typeof value === "object" ? "" : String(value)),
  paragraphs: (value) => linesOf(String(value)).join(" "),
  "assignment kind": (value) => assignmentWords[value as AssignmentKind] ?? String(value),
  availability: (value) => availabilities[String(value)] ?? String(value),
  categories: nameOf(categories),
  "contact method": nameOf(contactMethods),
  country: (value) =>
    countries.find(({ country_code }) => country_code === value)?.country_name ?? String(value),
  day: (value) => dayText(String(value)),
  gender: nameOf(genders),
  hours: (value) => hoursText(String(value)),
  languages: nameOf(languages),
  permissions: (value) => String(value).replaceAll("Agent", "").replaceAll(",", ", "),
  phones: phoneText,
  user: (value, names) => names.get(Number(value)) ?? `User ${value}`,
  weekday: (value) => weekdays[Number(value)] ?? String(value),
  zodiac: nameOf(zodiac),
};

/** The value at a place such as `from.city`; undefined if there is none. */
function valueAt(detail: Detail, place: string): unknown {
  return place
    .split(".")
    .reduce<unknown>((found, key) => (found as Detail | null | undefined)?.[key], detail);
}

function textAt(detail: Detail, place: string | undefined, as: AuditValue, names: Names) {
  const value = place === undefined ? null : valueAt(detail, place);
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  const items = Array.isArray(value) ? value : [value];
  const text = items.map((item) => writers[as](item, names)).join(", ");
  if (text.length > shownAtMost) return `${text.slice(0, shownAtMost)}…`;
  return text === "" ? null : text;
}

/** The facts of an action that this viewer may see. An unknown action has none. */
function factsOf(action: string, viewer: AuditAudience): readonly AuditFact[] {
  const known = auditActionOf(action);
  if (!known) return [];
  return known.facts.filter(({ seenBy = known.seenBy }) => maySee(viewer, seenBy));
}

/** The facts of an entry as texts, without those that stayed as they were. */
export function writtenFacts(
  { action, detail }: { action: string; detail: Detail },
  viewer: AuditAudience,
  names: Names,
) {
  return factsOf(action, viewer)
    .map(({ name, from, to, as = "text" }) => ({
      ...{ name, from: textAt(detail, from, as, names), to: textAt(detail, to, as, names) },
    }))
    .filter(({ from, to }) => from !== to);
}

/** The ids of users whose names the facts of these entries need. */
export function namedUsers(rows: readonly { action: string; detail: Detail }[]): Set<number> {
  const ids = new Set<number>();
  for (const { action, detail } of rows) {
    for (const { from, to } of factsOf(action, "owners").filter(({ as }) => as === "user")) {
      for (const place of [from, to]) {
        const value = place && valueAt(detail, place);
        if (typeof value === "number") ids.add(value);
      }
    }
  }
  return ids;
}
