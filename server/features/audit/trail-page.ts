import type { Knex } from "knex";
import type { AuditEntry } from "#shared/audit.ts";
import { type AuditActionName, auditActionOf } from "#shared/rules/audit-actions.ts";
import type { AuditAudience } from "#shared/rules/audit-facts.ts";
import { listTrail, namesOf, type TrailFilter, type TrailRow } from "./audit-trail.ts";
import { namedUsers, writtenFacts } from "./written-facts.ts";

const withLink = "somebody who used the link in the e-mail";
/** The actors of entries without an actor. All others without one come from commands. */
const unnamedActors: Partial<Record<AuditActionName, string>> = {
  "sign-in refused": "somebody not signed in",
  "password recovered": withLink,
  "e-mail change undone": withLink,
  "account locked": withLink,
  "psychic created": "the applicant",
};
const unnamedActorOf = (name: string): string =>
  unnamedActors[name as AuditActionName] ?? "the portal";

function actorOf(row: TrailRow, viewerId: number): AuditEntry["by"] {
  if (row.actor_id === null) return { kind: "nobody", name: unnamedActorOf(row.action) };
  const kind = row.actor_role === "psychic" ? "psychic" : "staff";
  // Staff know psychics by their usernames.
  const shown = kind === "psychic" ? row.actor : row.actor_name || row.actor;
  const name = shown ?? `User ${row.actor_id}`;
  return { kind: row.actor_id === viewerId ? "self" : kind, name };
}

function aboutOf({ subject_id, subject, subject_role }: TrailRow): AuditEntry["about"] {
  if (subject_id === null) return null;
  return { user_id: subject_id, username: subject ?? `User ${subject_id}`, role: subject_role };
}

/** A page of the trail, as this viewer may see it. */
export async function trailPage(
  sql: Knex,
  filter: TrailFilter,
  viewerId: number,
  viewer: AuditAudience,
): Promise<{ entries: AuditEntry[]; next: string | null }> {
  const { limit } = filter;
  const rows = await listTrail(sql, { ...filter, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const names = await namesOf(sql, namedUsers(shown), viewer);
  const entries = shown.map((row): AuditEntry => {
    const { key, at, action, times } = row;
    // Psychics do not learn from where staff work.
    const isOpen = viewer === "owners" || row.actor_id === viewerId;
    return {
      ...{ key, at, action, times },
      what: auditActionOf(action)?.words ?? action,
      by: actorOf(row, viewerId),
      by_username: row.actor,
      about: aboutOf(row),
      facts: writtenFacts(row, viewer, names),
      address: isOpen ? row.address : null,
      browser: isOpen ? row.browser : null,
    };
  });
  return { entries, next: rows.length > limit ? (shown.at(-1)?.key ?? null) : null };
}
