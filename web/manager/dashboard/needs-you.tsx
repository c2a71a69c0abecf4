import { writtenCount } from "#web/lib/figures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { KnownLink } from "#web/ui/known-paths.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { Age } from "../age.tsx";
import { approvalKey } from "../approvals/approval-key.ts";
import { ageOf, ageWords } from "./dashboard-view.ts";
import type { DashboardData } from "./use-dashboard.ts";
import "./needs-you.scss";

interface NeedsYouProps {
  today: string;
  data: DashboardData | undefined;
}

function Reports({
  to,
  words,
  of: { total, newest },
  today,
}: {
  to: string;
  words: [one: string, many: string];
  of: { total: number; newest: string | undefined };
  today: string;
}) {
  const age = newest === undefined ? null : ageOf(newest, today);
  return (
    <li>
      <KnownLink to={to} className="needs-link">
        <span>
          {writtenCount(total)} {total === 1 ? words[0] : words[1]}
        </span>
        <span className="needs-age">
          {age !== null && (age === 0 ? "newest today" : `newest ${ageWords(age)} ago`)}
        </span>
        <Icon name="next" size={16} />
      </KnownLink>
    </li>
  );
}

/** The approvals that have waited longest, contacts and reported problems. */
export function NeedsYou({ today, data }: NeedsYouProps) {
  return (
    <section className="panel needs-you" aria-labelledby="needs-you" aria-busy={!data}>
      <h2 id="needs-you">Needs You</h2>
      {data ? (
        <>
          {data.approvals.total === 0 ? (
            <p className="needs-none">No approvals are waiting.</p>
          ) : (
            <ul>
              {data.approvals.approvals.map((approval) => (
                <li key={approvalKey(approval)}>
                  <KnownLink to={`/approvals?open=${approvalKey(approval)}`} className="needs-link">
                    <span className="needs-name">{approval.agent_user_name}</span>
                    <span className="needs-type">{approval.to_approve}</span>
                    <span className="needs-age">
                      <Age instant={approval.date} today={today} />
                    </span>
                    <Icon name="next" size={16} />
                  </KnownLink>
                </li>
              ))}
            </ul>
          )}
          {(data.contacts || data.problems) && (
            <>
              <h3 id="received">Received</h3>
              <ul aria-labelledby="received">
                {data.contacts && (
                  <Reports
                    to="/contacts"
                    words={["contact", "contacts"]}
                    of={data.contacts}
                    today={today}
                  />
                )}
                {data.problems && (
                  <Reports
                    to="/contacts/problems"
                    words={["problem report", "problem reports"]}
                    of={data.problems}
                    today={today}
                  />
                )}
              </ul>
            </>
          )}
        </>
      ) : (
        <Spinner label="Loading: Needs You" />
      )}
    </section>
  );
}
