import { useQuery } from "@tanstack/react-query";
import { agreementEndpoints } from "#shared/agreements.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import { query } from "#web/api/query.ts";
import { writtenDay } from "#web/lib/dates.ts";
import "#web/ui/table/data-table.scss";
import "./summary.scss";

/** The latest agreement that the psychic accepted. */
export function AgreementLine({ id }: { id: number }) {
  const request = { params: { id: String(id) } };
  const { data } = useQuery(query(agreementEndpoints.listAgreements, request));
  const [latest] = data?.agreements ?? [];
  return (
    <div className="account-fact">
      <span>Agreement</span>{" "}
      {latest &&
        `Version ${latest.version}, accepted ${writtenDay(newYorkDay(Date.parse(latest.agreed_at)))} ET`}
      {data && !latest && "Not accepted here"}{" "}
      {latest?.hash && (
        <a
          href={`/${latest.brand}/agreement/${latest.hash}`}
          className="cell-button"
          target="_blank"
          rel="noopener"
        >
          <span>Read</span>
        </a>
      )}
      {data?.is_due && (
        <small>Will be asked at the next visit to accept version {data.current.version}</small>
      )}
    </div>
  );
}
