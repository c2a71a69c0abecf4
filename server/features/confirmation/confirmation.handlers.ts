import { writeAudit } from "#server/http/audit.ts";
import type { Handlers } from "#server/http/handler.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { confirmationEndpoints } from "#shared/confirmation.ts";
import { checkOwnPassword } from "./check-own-password.ts";
import { undoEmailChange } from "./email-changes.ts";

export const confirmationHandlers: Handlers<typeof confirmationEndpoints> = {
  async confirmSession(call) {
    const { body, db, clock, req, viewer, trace } = call;
    const trail = (action: string) =>
      writeAudit(db.sql, { actorId: viewer.userId, action, subjectId: viewer.userId, trace });
    try {
      await checkOwnPassword(call, "password", body.password);
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
