import { z } from "zod";
import { dateQuery, day, id, instant, listQuery, text } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { psychicParams } from "./psychics.ts";
import { auditActionNames } from "./rules/audit-actions.ts";
import { auditGroups } from "./rules/audit-facts.ts";

/** The kinds of actions that a caller can ask for: a whole group, or one action. */
const kind = z.enum([...Object.keys(auditGroups), ...auditActionNames] as [string, ...string[]], {
  error: "No such kind of action",
});

/** Where a page ends: the entry's instant in microseconds, and its id. */
const place = text(100, "Not a place in this list").regex(
  /^\d{1,16}-\d{1,18}$/,
  "Not a place in this list",
);

const pageQuery = z.object({
  kind: kind.optional(),
  /** The `key` of an entry: older entries follow. */
  before: place.optional(),
  limit: listQuery(["at"]).shape.limit,
});

const fact = z.object({
  name: z.string(),
  /** Null: there was no value. */
  from: z.string().nullable(),
  to: z.string().nullable(),
});
z.globalRegistry.add(fact, { id: "AuditFact" });

const historyEntry = z.object({
  key: z.string(),
  at: instant,
  /** The name that is stored. */
  action: z.string(),
  /** What happened, in words. */
  what: z.string(),
  /** How often it happened within the hour, for actions that have one entry an hour. */
  times: z.int(),
  by: z.object({
    /** `self`: the caller. `nobody`: nobody was signed in, or a command did it. */
    kind: z.enum(["self", "staff", "psychic", "nobody"]),
    name: z.string(),
  }),
  facts: z.array(fact),
  /** Shortened. Only owners see the addresses and browsers of others. */
  address: z.string().nullable(),
  browser: z.string().nullable(),
});
z.globalRegistry.add(historyEntry, { id: "HistoryEntry" });
export type HistoryEntry = z.infer<typeof historyEntry>;

const auditEntry = historyEntry.extend({
  /** The usernames; null without an account. */
  by_username: z.string().nullable(),
  about: z
    .object({ user_id: id, username: z.string(), role: z.enum(["manager", "psychic"]).nullable() })
    .nullable(),
});
z.globalRegistry.add(auditEntry, { id: "AuditEntry" });
export type AuditEntry = z.infer<typeof auditEntry>;

/** Null after the oldest entry. */
const next = z.string().nullable();

/** The lists that screens export. */
export const exportedLists = [
  ...["psychics", "statistics", "contacts", "problems", "approvals", "staff", "audit"],
  ...["readings", "customers", "logins", "sent gifts", "time off"],
] as const;
export type ExportedList = (typeof exportedLists)[number];
const exportNote = z.strictObject({
  list: z.enum(exportedLists, { error: "No such list" }),
  start_date: day.nullish(),
  end_date: day.nullish(),
});

export const auditEndpoints = defineEndpoints({
  listAudit: {
    method: "GET",
    path: "/audit",
    access: "staff",
    needs: "see-audit",
    summary:
      "List the audit trail, newest first: all of it, or a range of days. `person` is a username or " +
      "an id, as actor or as subject. `before` continues after a page.",
    query: dateQuery.extend(pageQuery.shape).extend({ person: text(1000).optional() }),
    response: z.object({ entries: z.array(auditEntry), next }),
    mayLag: true,
  },
  listHistory: {
    method: "GET",
    path: "/psychics/{id}/history",
    access: "self-or-staff",
    needs: "see-psychics",
    summary:
      "List what happened to a psychic's account, newest first. The caller decides which actions " +
      "and facts are in it. `before` continues after a page.",
    params: psychicParams,
    query: pageQuery,
    response: z.object({ entries: z.array(historyEntry), next }),
    mayLag: true,
    refuses: [404],
  },
  noteExport: {
    method: "POST",
    path: "/exports",
    access: "staff",
    needs: "see-psychics",
    summary:
      "Note in the audit trail that the caller exports a list of people. Screens do so before each " +
      "export. Needs a fresh confirmation.",
    body: exportNote,
    refuses: [409],
  },
  notePsychicExport: {
    method: "POST",
    path: "/psychics/{id}/exports",
    access: "self-or-staff",
    needs: "see-psychics",
    summary:
      "Note in the audit trail that the caller exports a list of one psychic. Staff need a fresh " +
      "confirmation.",
    params: psychicParams,
    body: exportNote,
    about: { psychic: "id", openWhileBlocked: true },
    limits: [{ bucket: "exports", points: 60, seconds: 3600, by: "user" }],
    refuses: [404, 409],
  },
});
