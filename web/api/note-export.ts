import { auditEndpoints, type ExportedList } from "#shared/audit.ts";
import type { DateRange } from "#shared/rules/date-range.ts";
import { save } from "./save.ts";

/** A list that the user exports. */
export interface Exported {
  list: ExportedList;
  /** For a list of one psychic. */
  psychicId?: number;
  range?: DateRange;
}

/** Notes an export in the audit trail, before it starts (D58). */
export function noteExport({ list, psychicId, range }: Exported): Promise<unknown> {
  const body = { list, ...(range && { start_date: range.start, end_date: range.end }) };
  if (psychicId === undefined) return save(auditEndpoints.noteExport, { body });
  const params = { id: String(psychicId) };
  return save(auditEndpoints.notePsychicExport, { params, body });
}
