import type { Knex } from "knex";
import type { Handlers } from "#server/http/handler.ts";
import { Refusal } from "#server/http/refusal.ts";
import { type managerEndpoints, reassignmentUndoableFor } from "#shared/managers.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import { requireConfirmed } from "../confirmation/require-confirmed.ts";
import { removeAbsence, setAbsence } from "./absences.ts";
import { listRules, setRule } from "./assignment-rules.ts";
import { listManagers } from "./list-managers.ts";
import { staffWhoMay } from "./managers.ts";
import { reassign, undoReassignment } from "./reassign.ts";
import { setSpokenLanguages } from "./spoken-languages.ts";

/** @throws Refusal 404 unless psychics or applications can belong to this person. */
async function requireManager(sql: Knex, id: number): Promise<void> {
  const manager = await staffWhoMay(sql, "handle-applications")
    .whereRaw("id = ?::bigint", [id])
    .forShare()
    .first("id");
  if (!manager) throw new Refusal("not_found");
}

export const managerHandlers: Handlers<typeof managerEndpoints> = {
  listManagers: ({ sql, query, clock }) => listManagers(sql, query, newYorkDay(clock())),

  async setOwnAbsence({ sql, body, viewer: { userId }, clock, audit }) {
    await setAbsence(sql, userId, body, newYorkDay(clock()));
    await audit("absence set", userId, body);
    return undefined;
  },

  async removeOwnAbsence({ sql, viewer: { userId }, audit }) {
    if (await removeAbsence(sql, userId)) await audit("absence removed", userId);
    return undefined;
  },

  async setOwnLanguages({ sql, body, viewer: { userId }, audit }) {
    await audit(
      "spoken languages set",
      userId,
      await setSpokenLanguages(sql, userId, body.languages),
    );
    return undefined;
  },

  async setAbsence({ sql, params, body, clock, audit }) {
    await requireManager(sql, params.id);
    await setAbsence(sql, params.id, body, newYorkDay(clock()));
    await audit("absence set", params.id, body);
    return undefined;
  },

  async removeAbsence({ sql, params, audit }) {
    await requireManager(sql, params.id);
    if (await removeAbsence(sql, params.id)) await audit("absence removed", params.id);
    return undefined;
  },

  listAssignmentRules: async ({ sql }) => ({ rules: await listRules(sql) }),

  async setAssignmentRule(call) {
    const { sql, params, body, audit } = call;
    await requireConfirmed(call);
    const before = await setRule(sql, params.brand, body);
    await audit("assignment rule changed", null, {
      brand: params.brand,
      from: { kind: before.kind, manager_id: before.manager_id },
      to: { kind: body.kind, manager_id: body.kind === "fixed" ? body.manager_id : null },
    });
    return undefined;
  },

  async reassign({ sql, body, viewer, clock, audit, trace }) {
    const { to, psychics = [], contacts = [] } = body;
    const at = clock();
    const by = { actorId: viewer.userId, trace, at };
    const { id, ...moved } = await reassign(sql, { to, psychics, contacts }, by);
    await audit("reassigned", to, { to, ...moved });
    const undo_until = new Date(at.getTime() + reassignmentUndoableFor).toISOString();
    return { id, undo_until, ...moved };
  },

  async undoReassignment({ sql, params, viewer, clock, audit, trace }) {
    const by = { actorId: viewer.userId, trace, at: clock() };
    const back = await undoReassignment(sql, params.id, by);
    await audit("reassignment undone", null, { ...back });
    return back;
  },
};
