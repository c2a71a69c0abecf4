import { scheduleExceptionEndpoints } from "#shared/schedule-exceptions.ts";
import { call } from "#web/api/call.ts";
import { ExportButton } from "#web/ui/table/export-button.tsx";
import type { Sort } from "#web/ui/table/table-head.tsx";
import { daysOf } from "./month.ts";
import { timeOffColumns } from "./time-off-columns.tsx";
import type { TimeOffPartProps } from "./time-off-part.ts";
import { askedOf } from "./time-off-view.ts";

interface TimeOffExportProps extends Pick<TimeOffPartProps, "view" | "managedBy"> {
  sort: Sort;
}

/** Exports the exceptions that the screen shows. */
export function TimeOffExport({ view, managedBy, sort }: TimeOffExportProps) {
  const [start = "", end = ""] = [daysOf(view.month)[0], daysOf(view.month).at(-1)];
  const asked = { ...managedBy, ...askedOf(view), sort: sort.column, order: sort.order };
  return (
    <ExportButton
      name={`time off ${view.month} ET`}
      exported={{ list: "time off", range: { start, end } }}
      groups={timeOffColumns}
      fetchPage={async (limit, offset) => {
        const page = await call(scheduleExceptionEndpoints.listExceptions, {
          query: { ...asked, limit: String(limit), offset: String(offset) },
        });
        return { rows: page.exceptions, total: page.total };
      }}
    />
  );
}
