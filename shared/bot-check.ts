import { z } from "zod";
import { text } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";

export const botCheckFailed = "The bot check did not succeed. Please try again.";

/** The answer to a challenge: JSON in base64. */
export const altcha = text(2000, botCheckFailed);

export const botCheckEndpoints = defineEndpoints({
  getBotCheck: {
    method: "GET",
    path: "/bot_check",
    access: "public",
    session: "none",
    summary: "Get an ALTCHA challenge. Its answer is valid once, for 20 minutes.",
    response: z.object({
      parameters: z.object({
        algorithm: z.string(),
        cost: z.int(),
        expiresAt: z.int(),
        keyLength: z.int(),
        keyPrefix: z.string(),
        keySignature: z.string(),
        nonce: z.string(),
        salt: z.string(),
      }),
      signature: z.string(),
    }),
  },
});
