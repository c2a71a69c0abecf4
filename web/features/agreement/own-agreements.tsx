import { useQuery } from "@tanstack/react-query";
import { agreementEndpoints } from "#shared/agreements.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { query } from "#web/api/query.ts";
import { AgreementList } from "./agreement-list.tsx";
import "./agreement.scss";

/** A psychic's own agreements. */
export function OwnAgreements({ userId }: { userId: number }) {
  const request = { params: { id: String(userId) } };
  const { data, error } = useQuery(query(agreementEndpoints.listAgreements, request));
  return (
    <section className="form-card is-narrow agreements" aria-labelledby="own-agreements">
      <h2 id="own-agreements" className="section-title">
        Your Agreement
      </h2>
      {data && <AgreementList agreements={data.agreements} />}
      {data?.agreements.length === 0 && <p>You have not accepted the agreement here yet.</p>}
      {data && (
        <p className="agreement-print">
          <a href={`/${data.current.brand}/agreement`} target="_blank" rel="noopener">
            Read the current version
          </a>
        </p>
      )}
      {!data && error && <p className="help is-danger">{sentenceOf(error)}</p>}
    </section>
  );
}
