import { writeAudit } from "#server/http/audit.ts";
import type { Call, Handlers } from "#server/http/handler.ts";
import { invalid, Refusal } from "#server/http/refusal.ts";
import type { confirmationEndpoints } from "#shared/confirmation.ts";
import { checkAnswer, checkCode } from "../factors/check-factor.ts";
import { hasFactors } from "../factors/factors.ts";
import { checkOwnPassword } from "./check-own-password.ts";
import { undoEmailChange } from "./email-changes.ts";

export const confirmationHandlers: Handlers<typeof confirmationEndpoints> = {
  async confirmSession(call) {
    const { body, db, clock, req, viewer, trace } = call;
    const trail = (action: "confirmed" | "confirmation refused") =>
      writeAudit(db.sql, { actorId: viewer.userId, action, subjectId: viewer.userId, trace });
    try {
      await checkGiven(call, viewer.userId, body);
    } catch (error) {
      if (error instanceof Refusal && error.code === "invalid") await trail("confirmation refused");
      throw error;
    }
    await trail("confirmed");
    req.session.confirmedAt = clock().getTime();
    return undefined;
  },

  async undoEmailChange({ body, sql, clock, audit, jobs }) {
    const { userId, from, to } = await undoEmailChange(sql, body.token, clock());
    await audit("e-mail change undone", userId, { from, to });
    // Also to the replaced address: the wrong person may have used the letter's link.
    for (const address of [undefined, from]) {
      await jobs.send(
        "send-account-notice",
        { userId, what: "email undone", by: "owner", ...(address && { to: address }) },
        sql,
      );
    }
    return undefined;
  },
};

type ConfirmCall = Call<typeof confirmationEndpoints.confirmSession>;

/**
 * Checks the passkey, the code or the password. A password is not enough for a user who has one of
 * the others: then a stolen password must not be enough either.
 * @throws Refusal 422, 429.
 */
async function checkGiven(
  call: ConfirmCall,
  userId: number,
  { password, code, credential }: ConfirmCall["body"],
): Promise<void> {
  if (credential) {
    await checkAnswer(call, credential, userId);
  } else if (code) {
    await checkCode(call, userId, code);
  } else if (await hasFactors(call.sql, userId)) {
    throw invalid("password", "Use your passkey or a code instead of the password", "not_enough");
  } else {
    await checkOwnPassword(call, "password", password ?? "");
  }
}
