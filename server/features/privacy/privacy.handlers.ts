import type { Handlers } from "#server/http/handler.ts";
import type { privacyEndpoints } from "#shared/privacy.ts";
import { requireConfirmed } from "../confirmation/require-confirmed.ts";
import { tellPlatform, tellPsychicChanged } from "../platform/tell-platform.ts";
import { erasePerson, listErasures } from "./erasures.ts";
import { sendOwnData } from "./export-own-data.ts";
import { keptData } from "./kept-data.ts";

/** An export reads every reading of a psychic twice. */
const exportLimit = { bucket: "own-export", points: 5, seconds: 3600 };

export const privacyHandlers: Handlers<typeof privacyEndpoints> = {
  async exportOwnData(call) {
    const { sql, files, viewer, clock, limits, audit, req, res } = call;
    await requireConfirmed(call);
    if (req.method === "HEAD") {
      res.setHeader("Content-Type", "application/zip");
      res.end();
      return undefined;
    }
    await limits.take(exportLimit, String(viewer.userId));
    await audit("own data exported", viewer.userId);
    await sendOwnData(res, { sql, files, viewer, now: clock() });
    return undefined;
  },

  listErasures: ({ sql, query }) => listErasures(sql, query),

  async erasePerson(call) {
    const { sql, jobs, body, viewer, clock, audit } = call;
    await requireConfirmed(call);
    const id = await erasePerson({ sql, jobs, now: clock() }, body, viewer.userId);
    const { kind, id: personId, reason } = body;
    // `erasePerson` has removed the deliveries that still waited, so tell the platform again that
    // the account is closed.
    if (kind === "psychic") {
      await tellPsychicChanged(call, personId);
      await tellPlatform(call, "availability.changed", personId, { code: "U", at: clock() });
    }
    // Without the name: the purpose of erasing is to forget it.
    const subject = kind === "psychic" ? personId : null;
    await audit("person erased", subject, { kind, id: personId, reason });
    return { id };
  },

  listKeptData: ({ recordingDays }) => ({ kept: keptData({ recordingDays }) }),
};
