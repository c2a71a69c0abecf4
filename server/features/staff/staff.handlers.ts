import type { Handlers } from "#server/http/handler.ts";
import { Refusal } from "#server/http/refusal.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import type { staffEndpoints } from "#shared/staff.ts";
import { requireConfirmed } from "../confirmation/require-confirmed.ts";
import { changeRole, shutOutMember } from "./change-staff.ts";
import { inviteAgain, inviteMember } from "./invite-staff.ts";
import { listStaff } from "./staff.ts";

export const staffHandlers: Handlers<typeof staffEndpoints> = {
  async getOwnRole({ viewer }) {
    if (!viewer.staffRole) throw new Refusal("not_allowed");
    return { role: viewer.staffRole };
  },

  listStaff: ({ sql, query, clock }) => listStaff(sql, query, newYorkDay(clock())),

  async inviteStaff(call) {
    const { sql, body, clock, audit, jobs } = call;
    await requireConfirmed(call);
    const { id, letter } = await inviteMember(sql, body, clock());
    await audit("staff invited", id, { role: body.role });
    await jobs.send("send-invitation-mail", { userId: id, letter }, sql);
    return { user_id: id };
  },

  async inviteStaffAgain(call) {
    const { sql, params, viewer, clock, audit, jobs } = call;
    await requireConfirmed(call);
    const { id } = params;
    const letter = await inviteAgain(sql, { id, by: viewer.userId, at: clock() });
    await audit("staff invited", id);
    await jobs.send("send-invitation-mail", { userId: id, letter }, sql);
    return undefined;
  },

  async setStaffRole(call) {
    const { sql, params, body, viewer, audit, trace } = call;
    await requireConfirmed(call);
    const from = await changeRole(sql, { ...body, id: params.id, by: viewer.userId, trace });
    if (from !== body.role) await audit("staff role changed", params.id, { from, to: body.role });
    return undefined;
  },

  async shutOutStaff(call) {
    const { sql, params, body, viewer, clock, audit, trace } = call;
    await requireConfirmed(call);
    const successor = body.successor ?? null;
    const moved = await shutOutMember(sql, {
      ...{ id: params.id, successor, by: viewer.userId },
      ...{ at: clock(), trace },
    });
    await audit("manager shut out", params.id);
    if (moved.psychics + moved.contacts > 0) {
      await audit("psychics handed over", params.id, { to: successor, ...moved });
    }
    return undefined;
  },
};
