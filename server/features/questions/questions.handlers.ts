import type { Handlers } from "#server/http/handler.ts";
import { requirePsychic } from "#server/http/lock-psychic.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { questionEndpoints } from "#shared/questions.ts";
import { tellPlatform } from "../platform/tell-platform.ts";
import { readQuestions, readState, storeQuestion } from "./questions.ts";

export const questionHandlers: Handlers<typeof questionEndpoints> = {
  async getQuestions({ db, sql, params, clock }) {
    await requirePsychic(sql, params.id);
    return readQuestions(db.pool, params.id, clock());
  },

  async askPlatform(call) {
    const { db, sql, params, body, clock } = call;
    const now = clock();
    const state = await readState(sql, params.id, now);
    // An outdated page must not ask about another time of Busy.
    if (state?.code !== "B" || Date.parse(state.since) !== Date.parse(body.since)) {
      throw new Refusal("state_forbids", {
        detail: "The availability has changed since this page was loaded",
        current: state ? { code: state.code } : {},
      });
    }
    const { code, since } = state;
    const answer = await readQuestions(db.pool, params.id, now);
    const asked_at = await storeQuestion(sql, params.id, since, now);
    if (asked_at === undefined) return answer;
    await call.audit("platform asked", params.id, { new: code });
    await tellPlatform(call, "availability.questioned", params.id, { code, since, asked_at });
    return { ...answer, asked: { at: asked_at, answer: null } };
  },
};
