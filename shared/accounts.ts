import { z } from "zod";
import { id, listQuery, text } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { accountStatus, availabilityCode, psychicParams } from "./psychics.ts";
import { parsePermissions } from "./rules/account.ts";

const givenStatus = z.enum(accountStatus.options, { error: "Unknown account status" });

/** Comma-separated; an empty text is none. */
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
  /** What matched: Email, Name and Address, Phone, SSN; several after commas. */
  reason: z.string(),
});
export type LinkedAccount = z.infer<typeof linkedAccount>;

const availability = z.enum(availabilityCode.options, { error: "Unknown availability" });

export const accountEndpoints = defineEndpoints({
  setAvailability: {
    method: "POST",
    path: "/psychics/{id}/status",
    access: "self-or-manager",
    summary:
      "Set the availability. A psychic while Active: P with AgentPhone, O or U, from A, P, C, O " +
      "or U; a manager any, but U alone unless the psychic is Active. If `from` is no longer the " +
      "availability: 409 with the present one.",
    params: psychicParams,
    body: z.strictObject({ code: availability, from: availability.nullish() }),
    about: { psychic: "id", openWhileBlocked: true },
    refuses: [404, 409],
  },
  setAccountStatus: {
    method: "PUT",
    path: "/psychics/{id}/acct_status",
    access: "manager",
    summary:
      "Set the account status. Leaving Active and returning to it set availability U; Blacklist " +
      "and Inactive end every session of the psychic at once. If `from` is no longer the status: " +
      "409 with the present one.",
    params: psychicParams,
    body: z.strictObject({ acctStatus: givenStatus, from: givenStatus.nullish() }),
    about: { psychic: "id", openWhileBlocked: true },
    refuses: [404, 409],
  },
  setPermissions: {
    method: "PUT",
    path: "/psychics/{id}/permissions",
    access: "manager",
    summary:
      "Set the permissions, comma-separated; an empty text is none. If `from` no longer names the " +
      "permissions: 409 with the present ones.",
    params: psychicParams,
    body: z.strictObject({ permissions: givenPermissions, from: givenPermissions.nullish() }),
    about: { psychic: "id" },
    refuses: [404, 409],
  },
  setAutoEmail: {
    method: "PUT",
    path: "/psychics/{id}/auto_email",
    access: "manager",
    summary: "Set whether customers get automated free-minute emails (D24).",
    params: psychicParams,
    body: z.strictObject({ autoEmail: z.boolean() }),
    about: { psychic: "id" },
    refuses: [404, 409],
  },
  listLinkedAccounts: {
    method: "GET",
    path: "/psychics/{id}/dupes",
    access: "manager",
    summary: "Blacklist accounts that share its SSN, phone, email, or name and address.",
    params: psychicParams,
    query: listQuery(linkedAccount.keyof().options as [string, ...string[]]),
    response: z.object({ psychics: z.array(linkedAccount), total: z.int() }),
    refuses: [404],
  },
  searchPsychics: {
    method: "GET",
    path: "/search/{term}",
    access: "manager",
    summary:
      "Psychics by username, name or extension, best first: the same, then beginning with, then " +
      "containing the term.",
    params: z.object({ term: text(200) }),
    query: listQuery(foundPsychic.keyof().options as [string, ...string[]]),
    response: z.object({ psychics: z.array(foundPsychic), total: z.int() }),
  },
});
