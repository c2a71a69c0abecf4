import { createHash } from "node:crypto";
import { brands } from "../../shared/reference/brands.ts";
import { findProblemLetter, type ProblemLetter } from "../features/problems/problems.ts";
import type { Job } from "./jobs.ts";
import { sendOnce } from "./send-once.ts";

/** Mails a reported problem to the psychic's manager, or to the support of the psychic's brand. */
export const sendProblemMail: Job<"send-problem-mail"> = {
  name: "send-problem-mail",
  async handle(services, { problemId, to }) {
    const { db, mailer, sender } = services;
    const problem = await findProblemLetter(db.sql, problemId);
    if (!problem) return;
    const brand = brands.find(({ key }) => key === problem.brand) ?? brands[0];
    const address = to === "manager" ? problem.manager_email : brand.supportEmail;
    // A manager has no manager.
    if (address === null) return;
    const sent = { event: `problem:${problemId}`, recipient: to, channel: "mail" } as const;
    await sendOnce(services, sent, () =>
      mailer.send({
        id: createHash("sha256").update(`${sent.event}:${to}`).digest("hex").slice(0, 32),
        from: sender(brand),
        to: address,
        subject: `Problem: ${problem.category} (${problem.user_name})`,
        text: textOf(problem),
      }),
    );
  },
};

function textOf(problem: ProblemLetter): string {
  const { first, last, user_name, extension, email, phone, category, details } = problem;
  return [
    `${first} ${last} (${user_name}) reports a problem.`,
    "",
    `Category: ${category}`,
    ...(extension === null ? [] : [`Extension: ${extension}`]),
    `Email: ${email}`,
    ...(phone === null ? [] : [`Phone: ${phone}`]),
    "",
    details,
  ].join("\n");
}
