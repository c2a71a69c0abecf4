import { z } from "zod";
import { defineEndpoints } from "./http/endpoint.ts";
import { staffRoles } from "./rules/staff.ts";

export const staffEndpoints = defineEndpoints({
  getOwnRole: {
    method: "GET",
    path: "/staff/self",
    access: "staff",
    // Every role has it.
    needs: "see-psychics",
    summary: "Get the caller's role. The documents name the roles that may make each call.",
    response: z.object({ role: z.enum(staffRoles) }),
  },
});
