import type { Handlers } from "#server/http/handler.ts";
import type { botCheckEndpoints } from "#shared/bot-check.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { makeChallenge } from "./bot-check.ts";

type Answer = ResponseOf<typeof botCheckEndpoints.getBotCheck>;

export const botCheckHandlers: Handlers<typeof botCheckEndpoints> = {
  // It is always signed, which its type leaves open.
  getBotCheck: async ({ vault, clock }) => (await makeChallenge(vault, clock())) as Answer,
};
