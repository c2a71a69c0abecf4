import { type CSSProperties, useState } from "react";
import { Link } from "react-router-dom";
import { answerWords, callPath, ladder } from "#shared/rules/call-answers.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { useNow } from "#web/lib/use-now.ts";
import { useOnline } from "#web/lib/use-online.ts";
import { Button } from "#web/ui/button.tsx";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { StatusTag } from "#web/ui/status-tag.tsx";
import { callTimes } from "../call-times.ts";
import { callsAhead, type ListedCall, useScheduledCalls } from "../use-scheduled-calls.ts";
import "./scheduled-calls.scss";
import "#web/ui/tile.scss";

const statusTags: Partial<Record<ListedCall["status"], string>> = {
  changed: "Changed",
  withdrawn: "No longer booked",
};

const isWithdrawn = ({ status }: ListedCall) => status === "withdrawn";

interface CallProps {
  call: ListedCall;
  now: number;
}

function CallWords({ call, now }: CallProps) {
  const { newYork, here } = callTimes(call.at, now);
  const tag = statusTags[call.status];
  return (
    <>
      <p className={isWithdrawn(call) ? "call-time is-withdrawn" : "call-time"}>
        <time dateTime={call.at}>{newYork}</time>
        {tag && <StatusTag status={tag} />}
      </p>
      {here && <p className="tile-note">Your time {here}</p>}
      <div className="call-facts">
        <p className="call-customer">{call.username}</p>
        <p className="tile-note">
          {call.minutes} minutes by {call.channel === "Call" ? "phone" : "chat"}
        </p>
      </div>
    </>
  );
}

function NextCall({ call, now }: CallProps) {
  const left = Date.parse(call.at) - now;
  const hoursLeft = Math.max(left / 3_600_000, 0);
  return (
    <div className="next-call">
      <span
        className={hoursLeft <= 1 ? "call-ring is-near" : "call-ring"}
        style={{ "--left": hoursLeft } as CSSProperties}
        aria-hidden="true"
      >
        <Icon name={call.channel === "Call" ? "calls" : "chat"} />
      </span>
      <div>
        <p className="tile-figure">{callTimes(call.at, now).until}</p>
        <CallWords call={call} now={now} />
        {call.answer && (
          <p className="tile-note">
            You answered: {answerWords(call.answer.answer, call.answer.late_minutes)}
          </p>
        )}
        {left <= ladder.soon && left > ladder.end && (
          <Link className="button" to={callPath(call.id)}>
            {call.answer ? "Change Answer" : "Answer"}
          </Link>
        )}
      </div>
    </div>
  );
}

/** The calls that customers booked with the psychic, the next one first. */
export function ScheduledCallsTile({ psychicId }: { psychicId: number }) {
  const now = useNow();
  const online = useOnline();
  const [all, setAll] = useState(false);
  const { calls, error, isError, refetch } = useScheduledCalls(psychicId);
  const ahead = callsAhead(calls ?? [], now);
  const next = ahead.find((call) => !isWithdrawn(call));
  const later = ahead.filter((call) => call !== next);
  // Always show a call that is no longer booked; never hide it behind the button.
  const listed = all ? later : later.filter(isWithdrawn);
  return (
    <section className="panel calls-tile" aria-labelledby="calls-scheduled">
      <div className="calls-head">
        <h2 id="calls-scheduled" className="tile-label">
          Calls Scheduled
        </h2>
        {later.some((call) => !isWithdrawn(call)) && (
          <Button look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? "Show Less" : `Show All ${ahead.length}`}
          </Button>
        )}
      </div>
      {next ? (
        <NextCall call={next} now={now} />
      ) : calls ? (
        <p className="tile-empty">No calls are booked. A booking appears here within a minute.</p>
      ) : error ? (
        <FailurePanel
          title="Your scheduled calls could not be loaded"
          text={sentenceOf(error)}
          onRetry={refetch}
        />
      ) : (
        <Spinner label="Loading the scheduled calls" />
      )}
      {listed.length > 0 && (
        <ol className="call-list">
          {listed.map((call) => (
            <li key={call.id}>
              <CallWords call={call} now={now} />
            </li>
          ))}
        </ol>
      )}
      {calls && isError && online && (
        <p className="tile-note">We could not check your calls. Trying again.</p>
      )}
    </section>
  );
}
