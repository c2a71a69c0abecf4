import type { Agreement } from "#shared/agreements.ts";
import { localTimeToSecond } from "#web/lib/dates.ts";
import "./agreement.scss";

/** The accepted agreements, each with its text to read or print if the portal has it. */
export function AgreementList({ agreements }: { agreements: readonly Agreement[] }) {
  return (
    <ul className="agreement-list">
      {agreements.map(({ brand, version, agreed_at, hash }) => (
        <li key={agreed_at + version}>
          Version {version}, accepted {localTimeToSecond(agreed_at)}
          {hash ? (
            <a href={`/${brand}/agreement/${hash}`} target="_blank" rel="noopener">
              Read or print
            </a>
          ) : (
            <span>The text is not stored here</span>
          )}
        </li>
      ))}
    </ul>
  );
}
