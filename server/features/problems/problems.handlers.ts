import type { Handlers } from "#server/http/handler.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { problemEndpoints } from "#shared/problems.ts";
import { defaultProblemCategory } from "#shared/reference/problem-categories.ts";
import { findProblem, insertProblem, listProblems } from "./problems.ts";

export const problemHandlers: Handlers<typeof problemEndpoints> = {
  async reportProblem({ sql, params, body, clock, jobs }) {
    const problemId = await insertProblem(sql, {
      user_id: params.id,
      category: body.category ?? defaultProblemCategory,
      details: body.details,
      created_at: clock(),
    });
    // One job per letter, so that a failing address does not delay the others.
    for (const to of ["manager", "support"] as const) {
      await jobs.send("send-problem-mail", { problemId, to }, sql);
    }
    return undefined;
  },

  listProblems: ({ sql, query }) => listProblems(sql, query),

  async getProblem({ sql, params }) {
    const problem = await findProblem(sql, params.id);
    if (!problem) throw new Refusal("not_found");
    return problem;
  },
};
