import { z } from "zod";
import { day, id, instant, listQuery, pathId } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { profileFields } from "./profile-fields.ts";
import { brandKeys } from "./reference/brands.ts";
import { staffRoles } from "./rules/staff.ts";
import { newNames } from "./sign-up-fields.ts";

const role = z.enum(staffRoles, { error: "No such role" });

const staffMember = z.object({
  user_id: id,
  username: z.string(),
  first: z.string(),
  last: z.string(),
  email: z.string(),
  brand: z.enum(brandKeys),
  role,
  /** How many psychics belong to this member of staff. */
  psychics: z.int(),
  /** How many applications. */
  contacts: z.int(),
  /** The last day of the absence, while the member is away; else null. */
  away_until: day.nullable(),
  /** Whether the member cannot sign in, because somebody has shut them out. */
  shut_out: z.boolean(),
  /** When the last invitation was sent; null without one, or once the member has accepted it. */
  invited_at: instant.nullable(),
});
z.globalRegistry.add(staffMember, { id: "StaffMember" });
export type StaffMember = z.infer<typeof staffMember>;

const memberParams = z.object({ id: pathId });

/** For how many days the link of an invitation works. */
export const invitationDays = 7;

export const staffEndpoints = defineEndpoints({
  getOwnRole: {
    method: "GET",
    path: "/staff/self",
    access: "staff",
    // Every role has it.
    needs: "see-psychics",
    summary: "Get the caller's role. The documents name the roles that may make each call.",
    response: z.object({ role }),
  },
  listStaff: {
    method: "GET",
    path: "/staff",
    access: "staff",
    needs: "manage-staff",
    summary: "List the staff, by username.",
    query: listQuery(staffMember.keyof().options as [string, ...string[]]),
    response: z.object({ staff: z.array(staffMember), total: z.int() }),
  },
  inviteStaff: {
    method: "POST",
    path: "/staff",
    access: "staff",
    needs: "manage-staff",
    summary:
      "Add a member of staff, who gets a letter with a link to set a password. The link works for 7 " +
      "days. Needs a fresh confirmation.",
    body: z.strictObject({
      ...newNames,
      email: profileFields.email,
      brand: z.enum(brandKeys, { error: "Choose a brand" }),
      role,
    }),
    response: z.object({ user_id: id }),
    status: 201,
    refuses: [409],
  },
  inviteStaffAgain: {
    method: "POST",
    path: "/staff/{id}/invite",
    access: "staff",
    needs: "manage-staff",
    summary:
      "Send another invitation to a member without a password: one who has not accepted the last " +
      "one, or who was shut out. Needs a fresh confirmation. The answer is 409 if the member can " +
      "sign in.",
    params: memberParams,
    refuses: [404, 409],
  },
  setStaffRole: {
    method: "PUT",
    path: "/staff/{id}/role",
    access: "staff",
    needs: "manage-staff",
    summary:
      "Change a role. The answer is 409 if `from` is no longer the role, if the member has psychics " +
      "and the new role may not edit psychics, or if no owner would be left.",
    params: memberParams,
    body: z.strictObject({ role, from: role.nullish() }),
    refuses: [404, 409],
  },
  shutOutStaff: {
    method: "POST",
    path: "/staff/{id}/shut_out",
    access: "staff",
    needs: "manage-staff",
    summary:
      "Take the password and every session from a member of staff, and give their psychics and " +
      "applications to the successor. The answer is 409 for the caller and for the only owner.",
    params: memberParams,
    /** Required if the member has psychics or applications. */
    body: z.strictObject({ successor: id.nullish() }),
    refuses: [404, 409],
  },
});
