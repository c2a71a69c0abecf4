import { rangeOf } from "#server/http/day-range.ts";
import type { Handlers } from "#server/http/handler.ts";
import { invalid, Refusal } from "#server/http/refusal.ts";
import { sendFile } from "#server/http/send-file.ts";
import type { readingEndpoints } from "#shared/readings.ts";
import { newYorkDay, startOfNewYorkDay } from "#shared/rules/new-york.ts";
import { payPeriod } from "#shared/rules/pay-period.ts";
import { auditPlay } from "./audit-play.ts";
import { readingColumns } from "./reading-statements.ts";
import { listReadings, payDayOf, type Readings } from "./readings.ts";
import { findRecording, firstKeptDay } from "./recording.ts";

/**
 * Recordings past their retention setting are gone, but their readings still say `has_recording`.
 * @param firstKept the start (epoch milliseconds) of the first day whose recordings are kept.
 */
function withoutOldRecordings(page: Readings, firstKept: number): Readings {
  for (const reading of page.readings) {
    const isGone = reading.has_recording && Date.parse(reading.call_date) < firstKept;
    if (isGone) reading.has_recording = false;
  }
  return page;
}

export const readingHandlers: Handlers<typeof readingEndpoints> = {
  async listReadings(call) {
    const { db, params, query, viewer, clock } = call;
    const { role } = viewer;
    if (query.sort !== undefined && !readingColumns[role].some((column) => column === query.sort)) {
      throw invalid("sort", "This list cannot be sorted by that");
    }
    const today = newYorkDay(clock());
    let range = rangeOf(query, today);
    const ranged = query.start_date !== undefined || query.end_date !== undefined;
    if (!ranged) {
      const payDay = await payDayOf(db.pool, params.id);
      if (payDay === undefined) throw new Refusal("not_found");
      range = payPeriod(payDay, today);
    }
    const page = await listReadings(db.pool, params.id, range, role, query);
    // A psychic with readings exists; only an empty range needs the check.
    if (ranged && page.total === 0 && (await payDayOf(db.pool, params.id)) === undefined) {
      throw new Refusal("not_found");
    }
    const firstKept = firstKeptDay(call, clock());
    if (firstKept === null) return page;
    return withoutOldRecordings(page, startOfNewYorkDay(firstKept));
  },

  async getRecording(call) {
    const { sql, files, params, req, res } = call;
    const { id, date, connection } = params;
    const file = await findRecording(sql, files, id, date, connection);
    await auditPlay(sql, call, { psychicId: id, connection, day: date });
    res.setHeader("Cache-Control", "no-store");
    res.setHeader("Content-Type", "audio/wav");
    await sendFile(req, res, file);
    return undefined;
  },
};
