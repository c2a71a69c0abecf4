import { z } from "zod";
import { id, listQuery, text } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { accountStatus, availabilityCode, psychicParams } from "./psychics.ts";
import { parsePermissions } from "./rules/account.ts";

const givenStatus = z.enum(accountStatus.options, { error: "Unknown account status" });

/** Comma-separated; an empty text means no permissions. */
const givenPermissions = text(200, "Unknown permission").refine(
  (given) => parsePermissions(given) !== null,
  "Unknown permission",
);

const foundPsychic = z.object({
  user_id: id,
  user_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone_extension: z.string(),
  account_status: accountStatus,
});
z.globalRegistry.add(foundPsychic, { id: "FoundPsychic" });
export type FoundPsychic = z.infer<typeof foundPsychic>;

const linkedAccount = foundPsychic.omit({ phone_extension: true }).extend({
  /** The facts that the accounts share: Email, Name and Address, Phone, SSN; comma-separated. */
  reason: z.string(),
});
export type LinkedAccount = z.infer<typeof linkedAccount>;

const availability = z.enum(availabilityCode.options, { error: "Unknown availability" });

export const accountEndpoints = defineEndpoints({
  setAvailability: {
    method: "POST",
    path: "/psychics/{id}/status",
    access: "self-or-staff",
    needs: "edit-psychics",
    summary:
      "Set the availability. An Active psychic may change A, P, C, O or U to O or U, or to P with " +
      "the permission AgentPhone. A manager may set any code for an Active psychic, and only U for " +
      "others. 409 with the current availability if it is not `from`.",
    params: psychicParams,
    body: z.strictObject({ code: availability, from: availability.nullish() }),
    about: { psychic: "id", openWhileBlocked: true },
    refuses: [404, 409],
  },
  setAccountStatus: {
    method: "PUT",
    path: "/psychics/{id}/acct_status",
    access: "staff",
    needs: "change-status",
    summary:
      "Set the account status. A change from or to Active, or to Blacklist or Inactive, sets " +
      "availability U. Blacklist and Inactive also end all sessions of the psychic at once. 409 " +
      "with the current status if it is not `from`.",
    params: psychicParams,
    body: z.strictObject({ acctStatus: givenStatus, from: givenStatus.nullish() }),
    about: { psychic: "id", openWhileBlocked: true },
    refuses: [404, 409],
  },
  setPermissions: {
    method: "PUT",
    path: "/psychics/{id}/permissions",
    access: "staff",
    needs: "change-status",
    summary:
      "Set the permissions: comma-separated, or an empty text for none. 409 with the current " +
      "permissions if they are not `from`.",
    params: psychicParams,
    body: z.strictObject({ permissions: givenPermissions, from: givenPermissions.nullish() }),
    about: { psychic: "id" },
    refuses: [404, 409],
  },
  setAutoEmail: {
    method: "PUT",
    path: "/psychics/{id}/auto_email",
    access: "staff",
    needs: "edit-psychics",
    summary: "Set whether the psychic's customers get automated free-minute e-mails (D24).",
    params: psychicParams,
    body: z.strictObject({ autoEmail: z.boolean() }),
    about: { psychic: "id" },
    refuses: [404, 409],
  },
  listLinkedAccounts: {
    method: "GET",
    path: "/psychics/{id}/dupes",
    access: "staff",
    needs: "see-psychics",
    summary: "List the Blacklist accounts with the same SSN, phone, e-mail, or name and address.",
    params: psychicParams,
    query: listQuery(linkedAccount.keyof().options as [string, ...string[]]),
    response: z.object({ psychics: z.array(linkedAccount), total: z.int() }),
    refuses: [404],
  },
  searchPsychics: {
    method: "GET",
    path: "/search/{term}",
    access: "staff",
    needs: "see-psychics",
    summary:
      "Find psychics by username, name or extension. Matches equal to the term come first, then " +
      "those that begin with it, then those that contain it.",
    params: z.object({ term: text(200) }),
    query: listQuery(foundPsychic.keyof().options as [string, ...string[]]),
    response: z.object({ psychics: z.array(foundPsychic), total: z.int() }),
  },
});
