import type { Handlers } from "#server/http/handler.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { staffEndpoints } from "#shared/staff.ts";
import { requireConfirmed } from "../confirmation/require-confirmed.ts";
import { changeRole, shutOutMember } from "./change-staff.ts";
import { listStaff } from "./staff.ts";

export const staffHandlers: Handlers<typeof staffEndpoints> = {
  async getOwnRole({ viewer }) {
    if (!viewer.staffRole) throw new Refusal("not_allowed");
    return { role: viewer.staffRole };
  },

  listStaff: ({ sql, query }) => listStaff(sql, query),

  async setStaffRole(call) {
    const { sql, params, body, viewer, audit } = call;
    await requireConfirmed(call);
    const from = await changeRole(sql, { ...body, id: params.id, by: viewer.userId });
    if (from !== body.role) await audit("staff role changed", params.id, { from, to: body.role });
    return undefined;
  },

  async shutOutStaff(call) {
    const { sql, params, body, viewer, clock, audit, trace } = call;
    await requireConfirmed(call);
    const successor = body.successor ?? null;
    const psychics = await shutOutMember(sql, {
      ...{ id: params.id, successor, by: viewer.userId },
      ...{ at: clock(), trace },
    });
    await audit("manager shut out", params.id);
    if (psychics > 0) await audit("psychics handed over", params.id, { to: successor, psychics });
    return undefined;
  },
};
