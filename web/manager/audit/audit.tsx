import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Link } from "react-router-dom";
import { type AuditEntry, auditEndpoints } from "#shared/audit.ts";
import { lastDays } from "#shared/rules/date-range.ts";
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import { query } from "#web/api/query.ts";
import { useSession } from "#web/api/use-session.ts";
import { actorName } from "#web/features/history/history-list.tsx";
import { HistoryPages } from "#web/features/history/history-pages.tsx";
import { KindChoice, readKind } from "#web/features/history/kind-choice.tsx";
import { withFilter } from "#web/features/history/with-filter.ts";
import { RoleGate } from "#web/features/role-gate.tsx";
import { rangeQuery } from "#web/lib/range-query.ts";
import { useNewYorkToday } from "#web/lib/use-new-york-today.ts";
import { ExportButton } from "#web/ui/table/export-button.tsx";
import { RangeChoice } from "#web/ui/table/range-choice.tsx";
import { useAddress, useRange } from "#web/ui/table/use-list-view.ts";
import { ManagerHeading } from "../manager-heading.tsx";
import { auditFile } from "./audit-file.ts";
import { PersonFilter } from "./person-filter.tsx";
import "#web/ui/screen-heading.scss";

/** Days for which the trail is kept. */
const keptDays = 730;

/** The audit trail, for owners: who did what, to whom, when and from where. */
export const Audit = () => (
  <RoleGate needs="see-audit" title="Audit Trail">
    <AuditTrail />
  </RoleGate>
);

function AuditTrail() {
  const today = useNewYorkToday();
  const payDay = useSession()?.pay_day ?? 1;
  const dates = useRef<HTMLButtonElement>(null);
  const [search, write] = useAddress();
  const [range] = useRange(lastDays(keptDays, today));
  const kind = readKind(search.get("kind"));
  const person = search.get("person") ?? "";
  const before = search.get("before");
  const filter = { ...rangeQuery(range), ...(kind && { kind }), ...(person && { person }) };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...query(auditEndpoints.listAudit, { query: { ...filter, ...(before && { before }) } }),
    placeholderData: keepPreviousData,
  });
  const refused = error instanceof ApiError ? error.problem?.errors : undefined;
  const isUnknown = refused?.some(({ path }) => path === "person") ?? false;
  /** The place where the next page of the exported file begins. */
  const place = useRef<string | null>(null);
  return (
    <>
      <div className="heading-row">
        <ManagerHeading title="Audit Trail" />
        <ExportButton
          name={`audit trail ${range.start} to ${range.end} ET`}
          exported={{ list: "audit", range }}
          groups={auditFile}
          fetchPage={async (limit, offset) => {
            if (offset === 0) place.current = null;
            else if (place.current === null) return { rows: [] };
            const from = place.current !== null && { before: place.current };
            const asked = { ...filter, limit: String(limit), ...from };
            const page = await call(auditEndpoints.listAudit, { query: asked });
            place.current = page.next;
            return { rows: page.entries };
          }}
        />
      </div>
      <div className="controls">
        <PersonFilter
          key={person}
          person={person}
          isUnknown={isUnknown}
          onPerson={(chosen) => write((now) => withFilter(now, { person: chosen }))}
        />
        <KindChoice
          viewer="owners"
          kind={kind}
          onKind={(chosen) => write((now) => withFilter(now, { kind: chosen }))}
        />
        <RangeChoice
          button={dates}
          range={range}
          today={today}
          payDay={payDay}
          busy={false}
          onRange={({ start, end }) =>
            write((now) => withFilter(now, { start_date: start, end_date: end }))
          }
        />
      </div>
      <HistoryPages
        page={isUnknown ? { entries: [], next: null } : data}
        {...{ error, refetch, isPlaceholderData }}
        people={(entry) => <People entry={entry} />}
        empty={{
          title: isUnknown ? "Nobody has this username" : "No entries",
          text: "Choose another person, another kind or other dates. Entries are kept for two years.",
        }}
      />
    </>
  );
}

/** The actor, and whom the entry is about. Their names lead to their entries. */
function People({ entry }: { entry: AuditEntry }) {
  const { by_username, about } = entry;
  const isAboutActor = about?.username === by_username;
  return (
    <>
      by{" "}
      {by_username === null ? (
        actorName(entry)
      ) : (
        <Link to={addressOf(by_username)}>{actorName(entry)}</Link>
      )}
      {about && !isAboutActor && (
        <>
          , about <Link to={addressOf(about.username)}>{about.username}</Link>
        </>
      )}
    </>
  );
}

const addressOf = (username: string) => `/audit?person=${encodeURIComponent(username)}`;
