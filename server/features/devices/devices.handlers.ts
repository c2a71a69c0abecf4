import type { Handlers } from "#server/http/handler.ts";
import { requirePsychic } from "#server/http/lock-psychic.ts";
import type { deviceEndpoints } from "#shared/devices.ts";
import { disownSignIn } from "./disown-sign-in.ts";
import {
  endEverySession,
  endOtherSessions,
  endOwnSession,
  endSessionOf,
  listSessions,
} from "./user-sessions.ts";

export const deviceHandlers: Handlers<typeof deviceEndpoints> = {
  listSessions: ({ sql, viewer, req, clock, query }) =>
    listSessions(sql, { userId: viewer.userId, sid: req.sessionID, now: clock(), query }),

  async endSession({ sql, params, viewer, req, clock, audit }) {
    const caller = { userId: viewer.userId, sid: req.sessionID };
    await endOwnSession(sql, caller, params.session, clock());
    await audit("session ended", viewer.userId);
    return undefined;
  },

  async endOtherSessions({ sql, viewer, req, clock, audit }) {
    const caller = { userId: viewer.userId, sid: req.sessionID };
    const sessions = await endOtherSessions(sql, caller, clock());
    if (sessions > 0) await audit("other sessions ended", viewer.userId, { sessions });
    return undefined;
  },

  async listPsychicSessions({ sql, params, req, clock, query }) {
    await requirePsychic(sql, params.id);
    return listSessions(sql, { userId: params.id, sid: req.sessionID, now: clock(), query });
  },

  async endPsychicSession({ sql, params, clock, jobs, audit }) {
    await endSessionOf(sql, params.id, params.session, clock());
    await audit("session ended", params.id);
    const notice = { userId: params.id, what: "sessions", by: "manager" } as const;
    await jobs.send("send-account-notice", notice, sql);
    return undefined;
  },

  async endPsychicSessions({ sql, params, clock, jobs, audit }) {
    const sessions = await endEverySession(sql, params.id, clock());
    if (sessions === 0) return undefined;
    await audit("all sessions ended", params.id, { sessions });
    const notice = { userId: params.id, what: "sessions", by: "manager" } as const;
    await jobs.send("send-account-notice", notice, sql);
    return undefined;
  },

  async disownSignIn({ body, sql, clock, audit, jobs }) {
    const { userId, undone } = await disownSignIn(sql, body.token, clock());
    await audit("account locked", userId, { reason: "a sign-in by somebody else" });
    await jobs.send("send-locked-notice", { userId }, sql);
    if (undone) {
      await audit("e-mail change undone", userId, { ...undone });
      const notice = { userId, what: "email undone", by: "owner", to: undone.from } as const;
      await jobs.send("send-account-notice", notice, sql);
    }
    return undefined;
  },
};
