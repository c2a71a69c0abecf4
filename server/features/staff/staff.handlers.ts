import type { Handlers } from "#server/http/handler.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { staffEndpoints } from "#shared/staff.ts";

export const staffHandlers: Handlers<typeof staffEndpoints> = {
  getOwnRole({ viewer }) {
    if (!viewer.staffRole) throw new Refusal("not_allowed");
    return Promise.resolve({ role: viewer.staffRole });
  },
};
