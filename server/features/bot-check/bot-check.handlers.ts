import type { Handlers } from "#server/http/handler.ts";
import type { botCheckEndpoints } from "#shared/bot-check.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { makeChallenge } from "./bot-check.ts";

type Answer = ResponseOf<typeof botCheckEndpoints.getBotCheck>;

export const botCheckHandlers: Handlers<typeof botCheckEndpoints> = {
  // Our challenges always have a signature, which is optional in the library's type.
  getBotCheck: async ({ vault, clock }) => (await makeChallenge(vault, clock())) as Answer,
};
