import { Link, useParams } from "react-router-dom";
import { ladder } from "#shared/rules/call-answers.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { useNow } from "#web/lib/use-now.ts";
import { EmptyPanel } from "#web/ui/empty-panel.tsx";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { AdvisorFrame } from "../advisor-frame.tsx";
import { callTimes } from "../call-times.ts";
import { callsAhead, type ListedCall, useScheduledCalls } from "../use-scheduled-calls.ts";
import { CallQuestion } from "./call-question.tsx";
import "./answer-call.scss";
import "#web/ui/tile.scss";

/** The screen that a question about a booked call opens; it also works without a network. */
export function AnswerCall() {
  return (
    <AdvisorFrame title="Your Booked Call">
      {({ user_id }) => <OneCall psychicId={user_id} />}
    </AdvisorFrame>
  );
}

function OneCall({ psychicId }: { psychicId: number }) {
  const { call: id } = useParams();
  const now = useNow();
  const { calls, error, refetch } = useScheduledCalls(psychicId);
  if (!calls) {
    return error ? (
      <FailurePanel
        title="Your booked call could not be loaded"
        text={sentenceOf(error)}
        onRetry={refetch}
      />
    ) : (
      <Spinner label="Loading the booked call" />
    );
  }
  const call = callsAhead(calls, now).find((one) => String(one.id) === id);
  if (!call || call.status === "withdrawn") {
    return (
      <EmptyPanel
        title="This call cannot be answered"
        text="It has begun, was canceled, or is no longer booked with you. The Dashboard lists your booked calls."
      />
    );
  }
  return <Facts psychicId={psychicId} call={call} now={now} />;
}

/** Without the customer's name: others may see the screen when a notification is tapped. */
function Facts({ psychicId, call, now }: { psychicId: number; call: ListedCall; now: number }) {
  const { until, newYork, here } = callTimes(call.at, now);
  const opens = Date.parse(call.at) - ladder.soon;
  return (
    <section className="panel answer-call" aria-labelledby="call-at">
      <h2 id="call-at" className="tile-figure">
        {until}
      </h2>
      <p className="answer-time">
        <time dateTime={call.at}>{newYork}</time>
      </p>
      {here && <p className="tile-note">Your time {here}</p>}
      <p className="tile-note">
        {call.minutes} minutes by {call.channel === "Call" ? "phone" : "chat"}
      </p>
      {opens <= now ? (
        <CallQuestion psychicId={psychicId} call={call} />
      ) : (
        <p className="tile-note">
          You can answer from{" "}
          <time dateTime={new Date(opens).toISOString()}>
            {callTimes(new Date(opens).toISOString(), now).newYork}
          </time>{" "}
          on.
        </p>
      )}
      <Link to="/psychic">All booked calls</Link>
    </section>
  );
}
