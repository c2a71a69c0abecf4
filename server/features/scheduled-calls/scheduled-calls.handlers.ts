import { createHash } from "node:crypto";
import { type Handlers, Reply } from "#server/http/handler.ts";
import { requirePsychic } from "#server/http/lock-psychic.ts";
import { answerWords } from "#shared/rules/call-answers.ts";
import { wallClock } from "#shared/rules/new-york.ts";
import type { scheduledCallEndpoints } from "#shared/scheduled-calls.ts";
import { notifyOfCannot } from "../notifications/unanswered.ts";
import { tellPlatform } from "../platform/tell-platform.ts";
import { storeAnswer } from "./call-answers.ts";
import { listScheduledCalls, wireId } from "./scheduled-calls.ts";

export const scheduledCallHandlers: Handlers<typeof scheduledCallEndpoints> = {
  async listScheduledCalls({ sql, params, query, clock }) {
    await requirePsychic(sql, params.id);
    const calls = await listScheduledCalls(sql, params.id, clock(), query);
    // The list also changes as time passes, so its ETag is a hash of the answer itself.
    const hash = createHash("sha256").update(JSON.stringify(calls)).digest("base64url");
    return new Reply(calls, `"scheduled-calls-${hash.slice(0, 22)}"`);
  },

  async answerCall(call) {
    const { sql, params, body, viewer, clock } = call;
    const given = { callId: params.call, given: body, by: viewer.userId };
    const stored = await storeAnswer(sql, params.id, given, clock());
    const { answer } = stored;
    // An answer that came after a later one, or twice, changes nothing that others should hear.
    if (!stored.isChanged) return { answer };
    await call.audit("call answered", params.id, {
      at: `${wallClock(body.at).format("MMM D, YYYY, h:mm A")} ET`,
      answer: answerWords(answer.answer),
      late_minutes: answer.late_minutes,
    });
    await tellPlatform(call, "call.answered", params.id, {
      call_id: wireId(params.call),
      at: body.at,
      answer: answer.answer,
      answered_at: answer.answered_at,
      minutes: answer.late_minutes,
    });
    const about = { callId: params.call, callAt: body.at };
    if (answer.answer === "cannot") await notifyOfCannot(call, params.id, about, answer);
    return { answer };
  },
};
