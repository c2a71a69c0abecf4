import { findProblemLetter, type ProblemLetter } from "../features/problems/problems.ts";
import type { Job } from "./jobs.ts";
import { letterTries } from "./letter-tries.ts";
import { mailOnce } from "./mail-once.ts";

/** Sends a problem report to one reader (`to`): the author's manager or the brand's support. */
export const sendProblemMail: Job<"send-problem-mail"> = {
  name: "send-problem-mail",
  ...letterTries,
  async handle(services, { problemId, to }) {
    const problem = await findProblemLetter(services.db.sql, problemId);
    if (!problem) return;
    const { brand, category, user_name } = problem;
    const { supportEmail } = services.brands.named(brand);
    const address = to === "manager" ? problem.manager_email : supportEmail;
    // A manager has no manager, and one who is shut out gets no letters.
    if (address === null) return;
    await mailOnce(services, {
      event: `problem:${problemId}`,
      recipient: to,
      brand,
      write: async () => ({
        to: address,
        subject: `Problem: ${category} (${user_name})`,
        lines: linesOf(problem),
      }),
    });
  },
};

function linesOf(problem: ProblemLetter): string[] {
  const { first, last, user_name, extension, email, phone, category, details } = problem;
  return [
    `${first} ${last} (${user_name}) has reported a problem.`,
    "",
    `Category: ${category}`,
    ...(extension === null ? [] : [`Extension: ${extension}`]),
    `Email: ${email}`,
    ...(phone === null ? [] : [`Phone: ${phone}`]),
    "",
    details,
  ];
}
