import { z } from "zod";
import { id, instant, listQuery, pathId } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { problemFields } from "./problem-fields.ts";
import { psychicParams } from "./psychics.ts";

const problem = z.object({
  id,
  user_id: id,
  user_name: z.string(),
  category: z.string(),
  details: z.string(),
  date: instant,
});
z.globalRegistry.add(problem, { id: "ProblemReport" });
export type Problem = z.infer<typeof problem>;

export const problemEndpoints = defineEndpoints({
  reportProblem: {
    method: "POST",
    path: "/psychics/{id}/problem",
    access: "self-or-staff",
    needs: "edit-psychics",
    summary: "Report a problem. The manager and the brand's support get a letter.",
    params: psychicParams,
    body: z.strictObject({
      ...problemFields,
      category: problemFields.category.nullish(),
    }),
    limits: [{ bucket: "problems", points: 10, seconds: 3600, by: "user" }],
    refuses: [404],
    about: { psychic: "id", openWhileBlocked: true, orManager: true },
    queueable: true,
    // Room for the longest details with every character escaped.
    bodyChecks: { maxBytes: 32_000 },
  },
  listProblems: {
    method: "GET",
    path: "/problems",
    access: "staff",
    needs: "see-problems",
    summary: "List the reported problems, newest first.",
    query: listQuery(problem.keyof().options as [string, ...string[]]),
    response: z.object({ problems: z.array(problem), total: z.int() }),
    mayLag: true,
  },
  getProblem: {
    method: "GET",
    path: "/problems/{id}",
    access: "staff",
    needs: "see-problems",
    summary: "Get a reported problem.",
    params: z.object({ id: pathId }),
    response: problem,
    refuses: [404],
  },
});
