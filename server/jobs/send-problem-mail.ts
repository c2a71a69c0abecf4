import { newYorkDay } from "#shared/rules/new-york.ts";
import { actingManager } from "../features/managers/absences.ts";
import { findProblemLetter, type ProblemLetter } from "../features/problems/problems.ts";
import type { Services } from "../services.ts";
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
    const address = to === "manager" ? await managerEmail(services, problem) : supportEmail;
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

/**
 * The address of the author's manager, or of the person who stands in; null if neither can sign in.
 */
async function managerEmail(
  { db, clock }: Services,
  { manager_id }: ProblemLetter,
): Promise<string | null> {
  if (manager_id === null) return null;
  const about = { capability: "edit-psychics", today: newYorkDay(clock()) } as const;
  return (await actingManager(db.sql, manager_id, about))?.email ?? null;
}

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
