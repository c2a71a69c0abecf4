import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { auditEndpoints } from "#shared/audit.ts";
import type { AuditAudience } from "#shared/rules/audit-facts.ts";
import { query } from "#web/api/query.ts";
import { useAddress } from "#web/ui/table/use-list-view.ts";
import { HistoryPages } from "./history-pages.tsx";
import { KindChoice, readKind } from "./kind-choice.tsx";
import { withFilter } from "./with-filter.ts";

interface AccountHistoryProps {
  psychicId: number;
  viewer: AuditAudience;
}

/** What happened to a psychic's account. */
export function AccountHistory({ psychicId, viewer }: AccountHistoryProps) {
  const [search, write] = useAddress();
  const kind = readKind(search.get("kind"));
  const before = search.get("before");
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...query(auditEndpoints.listHistory, {
      params: { id: String(psychicId) },
      query: { ...(kind && { kind }), ...(before && { before }) },
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <div className="controls">
        <KindChoice
          viewer={viewer}
          kind={kind}
          onKind={(chosen) => write((now) => withFilter(now, { kind: chosen }))}
        />
      </div>
      <HistoryPages
        page={data}
        {...{ error, refetch, isPlaceholderData }}
        empty={{
          title: "No entries",
          text: kind
            ? "Nothing of this kind has happened. Choose Everything to see the rest."
            : "Sign-ins, changes to the account and who opened it appear here.",
        }}
      />
    </>
  );
}
