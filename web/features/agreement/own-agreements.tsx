import { useQuery } from "@tanstack/react-query";
import { agreementEndpoints } from "#shared/agreements.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { query } from "#web/api/query.ts";
import { businessTimeToSecond } from "#web/lib/dates.ts";
import "./agreement.scss";

/** A psychic's own agreements, each with its text to read or print if the portal has it. */
export function OwnAgreements({ userId }: { userId: number }) {
  const request = { params: { id: String(userId) } };
  const { data, error } = useQuery(query(agreementEndpoints.listAgreements, request));
  return (
    <section className="form-card is-narrow agreements" aria-labelledby="own-agreements">
      <h2 id="own-agreements" className="section-title">
        Your Agreement
      </h2>
      <ul className="agreement-list">
        {data?.agreements.map(({ brand, version, agreed_at, hash }) => (
          <li key={agreed_at + version}>
            Version {version}, accepted {businessTimeToSecond(agreed_at)}
            {hash ? (
              <a href={`/${brand}/agreement/${hash}`} target="_blank" rel="noopener">
                Read or print what you accepted
              </a>
            ) : (
              <span>We do not have the text of this version</span>
            )}
          </li>
        ))}
      </ul>
      {data?.agreements.length === 0 && <p>You have not accepted the agreement here yet.</p>}
      {data && !data.agreements.some(({ hash }) => hash === data.current.hash) && (
        <p className="agreement-print">
          <a href={`/${data.current.brand}/agreement`} target="_blank" rel="noopener">
            Read the current text, version {data.current.version}
          </a>
        </p>
      )}
      {!data && error && <p className="help is-danger">{sentenceOf(error)}</p>}
    </section>
  );
}
