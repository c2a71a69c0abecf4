import type { Call, Handlers } from "#server/http/handler.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { payrollEndpoints } from "#shared/payroll.ts";
import { requireConfirmed } from "../confirmation/require-confirmed.ts";
import { correctSsn, readSsn } from "../psychics/correct-psychic.ts";
import { makeTaxFile } from "./tax-file.ts";

type Endpoints = typeof payrollEndpoints;

/** More SSNs than payroll opens in an hour, and too few to copy everybody's. */
const openLimit = { bucket: "ssn-open", points: 20, seconds: 3600 };

/** A replaced SSN is lost, so a limit keeps anybody from replacing many at once. */
const correctLimit = { bucket: "ssn-correct", points: 20, seconds: 3600 };

/** Tells the psychic by letter. */
const tellPsychic = (
  { jobs, sql, params }: Call<Endpoints["openSsn"] | Endpoints["correctSsn"]>,
  what: "ssn opened" | "ssn corrected",
) => jobs.send("send-account-notice", { userId: params.id, what, by: "manager" }, sql);

export const payrollHandlers: Handlers<Endpoints> = {
  async openSsn(call) {
    const { params, body, viewer, limits, audit } = call;
    await requireConfirmed(call);
    await limits.take(openLimit, String(viewer.userId));
    const ssn = await readSsn(call, params.id);
    await audit("SSN opened", params.id, { reason: body.reason });
    await tellPsychic(call, "ssn opened");
    return { ssn };
  },

  async correctSsn(call) {
    const { params, body, viewer, limits, trace } = call;
    await requireConfirmed(call);
    await limits.take(correctLimit, String(viewer.userId));
    const by = { actorId: viewer.userId, trace, reason: body.reason };
    const { linked, requiresApproval } = await correctSsn(call, params.id, body.ssn, by);
    await tellPsychic(call, "ssn corrected");
    return { linked, requires_approval: requiresApproval };
  },

  async makeTaxFile(call) {
    const { sql, vault, body, taxFilerKey, audit } = call;
    await requireConfirmed(call);
    if (!taxFilerKey) {
      throw new Refusal("state_forbids", {
        detail: "The tax filer's key is not set. The operator sets TAX_FILER_KEY",
      });
    }
    const file = await makeTaxFile({ sql, vault }, { year: body.year, filer: taxFilerKey });
    const { psychics, without_ssn } = file;
    await audit("tax file made", null, { year: body.year, psychics });
    return { name: `tax-${body.year}.csv.age`, content: file.content, psychics, without_ssn };
  },
};
