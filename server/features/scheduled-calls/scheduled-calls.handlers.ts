import { createHash } from "node:crypto";
import { type Handlers, Reply } from "#server/http/handler.ts";
import { requirePsychic } from "#server/http/lock-psychic.ts";
import type { scheduledCallEndpoints } from "#shared/scheduled-calls.ts";
import { listScheduledCalls } from "./scheduled-calls.ts";

export const scheduledCallHandlers: Handlers<typeof scheduledCallEndpoints> = {
  async listScheduledCalls({ sql, params, query, clock }) {
    await requirePsychic(sql, params.id);
    const calls = await listScheduledCalls(sql, params.id, clock(), query);
    // The list also changes as time passes, so its ETag is a hash of the answer itself.
    const hash = createHash("sha256").update(JSON.stringify(calls)).digest("base64url");
    return new Reply(calls, `"scheduled-calls-${hash.slice(0, 22)}"`);
  },
};
