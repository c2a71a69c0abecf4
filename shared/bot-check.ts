import { z } from "zod";
import { text } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";

export const botCheckFailed = "The bot check did not succeed. Please try again.";

/** What the widget hands in: its answer as base64 of JSON. */
export const altcha = text(2000, botCheckFailed);

export const botCheckEndpoints = defineEndpoints({
  getBotCheck: {
    method: "GET",
    path: "/bot_check",
    access: "public",
    session: "none",
    summary: "A challenge for altcha's widget; its answer counts once, within 20 minutes.",
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
