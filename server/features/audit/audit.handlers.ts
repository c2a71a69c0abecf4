import { rangeOf } from "#server/http/day-range.ts";
import type { Handlers, Viewer } from "#server/http/handler.ts";
import { requirePsychic } from "#server/http/lock-psychic.ts";
import { invalid } from "#server/http/refusal.ts";
import type { auditEndpoints } from "#shared/audit.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { actionsOf, auditActionNames, auditActions, maySee } from "#shared/rules/audit-actions.ts";
import { type AuditAudience, type AuditGroup, auditGroups } from "#shared/rules/audit-facts.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import { may } from "#shared/rules/staff.ts";
import { requireConfirmed } from "../confirmation/require-confirmed.ts";
import { findUserId, type TrailFilter } from "./audit-trail.ts";
import { trailPage } from "./trail-page.ts";

const rowsByDefault = 50;

const audienceOf = ({ role, staffRole }: Viewer): AuditAudience =>
  role === "psychic" ? "psychic" : may(staffRole, "see-audit") ? "owners" : "staff";

/** The actions of a kind; all if no kind was asked for. */
function actionsOfKind(kind: string | undefined): readonly string[] | undefined {
  if (kind === undefined) return undefined;
  return Object.hasOwn(auditGroups, kind) ? actionsOf(kind as AuditGroup) : [kind];
}

/** Of these actions, those that the viewer may see. */
function seenActions(
  viewer: AuditAudience,
  asked: readonly string[] | undefined,
): readonly string[] | undefined {
  if (viewer === "owners") return asked;
  const seen = auditActionNames.filter((name) => maySee(viewer, auditActions[name].seenBy));
  return seen.filter((name) => asked?.includes(name) ?? true);
}

/** What an entry stores about an export. */
function exportOf({ list, start_date, end_date }: BodyOf<typeof auditEndpoints.noteExport>) {
  return { list, ...(start_date && { start_date }), ...(end_date && { end_date }) };
}

export const auditHandlers: Handlers<typeof auditEndpoints> = {
  async listAudit({ sql, query, viewer, clock }) {
    const { person: asked, kind, before, limit = rowsByDefault } = query;
    const isRanged = query.start_date !== undefined || query.end_date !== undefined;
    const days = isRanged ? rangeOf(query, newYorkDay(clock())) : undefined;
    const id = asked === undefined ? undefined : await findUserId(sql, asked.trim());
    if (asked !== undefined && id === undefined) {
      throw invalid("person", "Nobody has this username");
    }
    const person: TrailFilter["person"] = id === undefined ? undefined : { id, as: "either" };
    const actions = actionsOfKind(kind);
    return trailPage(sql, { person, actions, days, before, limit }, viewer.userId, "owners");
  },

  async listHistory({ sql, params, query, viewer }) {
    const { kind, before, limit = rowsByDefault } = query;
    await requirePsychic(sql, params.id);
    const audience = audienceOf(viewer);
    const actions = seenActions(audience, actionsOfKind(kind));
    const person = { id: params.id, as: "subject" } as const;
    return trailPage(sql, { person, actions, before, limit }, viewer.userId, audience);
  },

  async noteExport(call) {
    const { body, audit } = call;
    await requireConfirmed(call);
    await audit("list exported", null, exportOf(body));
    return undefined;
  },

  async notePsychicExport(call) {
    const { params, body, audit, viewer } = call;
    // Psychics need no confirmation, because they export only their own data.
    if (viewer.staffRole) await requireConfirmed(call);
    await audit("list exported", params.id, exportOf(body));
    return undefined;
  },
};
