import { z } from "zod";
import { instant, pathId, text } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { brandKeys } from "./reference/brands.ts";

/** SHA-256 of an agreement's text, in hexadecimal digits. */
const hash = text(64, "Not the hash of an agreement").regex(
  /^[0-9a-f]{64}$/,
  "Not the hash of an agreement",
);

const agreement = z.object({
  brand: z.enum(brandKeys),
  version: z.string(),
  agreed_at: instant,
  /** Null without a stored text: another system, or an earlier release, recorded the acceptance. */
  hash: hash.nullable(),
});
z.globalRegistry.add(agreement, { id: "Agreement" });
export type Agreement = z.infer<typeof agreement>;

export const agreementEndpoints = defineEndpoints({
  listAgreements: {
    method: "GET",
    path: "/psychics/{id}/agreements",
    access: "self-or-staff",
    needs: "see-psychics",
    summary:
      "List which agreements a psychic accepted, the latest first, and which one is current. The text " +
      "is at `/{brand}/agreement/{hash}`, that of the current one at `/{brand}/agreement`.",
    params: z.object({ id: pathId }),
    response: z.object({
      current: z.object({ brand: z.enum(brandKeys), version: z.string(), hash }),
      /** Whether the psychic still has to accept the current version. */
      is_due: z.boolean(),
      /** At most 100. */
      agreements: z.array(agreement),
    }),
    refuses: [404],
  },
  acceptAgreement: {
    method: "POST",
    path: "/agreements",
    access: "signed-in",
    summary:
      "Accept the current agreement, named by the hash of the text that was read. 409 if that text is " +
      "no longer current. Accepting it again changes nothing.",
    body: z.strictObject({ hash }),
    about: { psychic: "caller", openWhileBlocked: true },
    status: 204,
    refuses: [404, 409],
    unkeyed: true,
  },
});
