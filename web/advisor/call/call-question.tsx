import {
  answerWords,
  type CallAnswerCode,
  callAnswers,
  lateChoices,
} from "#shared/rules/call-answers.ts";
import type { ListedCall } from "../use-scheduled-calls.ts";
import { type Choice, type Tapped, useCallAnswer } from "./use-call-answer.ts";
import "./answer-call.scss";

const next: Record<CallAnswerCode, string> = {
  ready: "You will not be asked again. A message comes when the call begins.",
  late: "The platform knows that you run late. You will not be asked again.",
  cannot: "The platform and your manager know that you cannot take this call.",
};

/** What the psychic is told of her answer. */
function statusOf(chosen: Choice | undefined, tapped: Tapped | undefined): string {
  if (tapped?.state === "failed") return `Your answer does not count. ${tapped.reason}`;
  if (!chosen) return "";
  const answer = `You answered: ${answerWords(chosen.answer, chosen.late_minutes)}.`;
  if (tapped?.state === "sending") return "Sending your answer";
  if (tapped?.state === "waiting") {
    return `${answer} It waits on this device and is sent as soon as the server can be reached.`;
  }
  return `${answer} ${next[chosen.answer]}`;
}

/** Asks whether the psychic is ready for a call. She may change her answer until it begins. */
export function CallQuestion({ psychicId, call }: { psychicId: number; call: ListedCall }) {
  const { give, tapped } = useCallAnswer(psychicId, call);
  const isFailed = tapped?.state === "failed";
  const chosen = isFailed
    ? (call.answer ?? undefined)
    : (tapped?.choice ?? call.answer ?? undefined);
  const isSending = tapped?.state === "sending";
  const answer = (choice: Choice) => {
    if (!isSending) void give(choice);
  };
  return (
    <>
      <fieldset className="call-answers">
        <legend>Will you take this call?</legend>
        {callAnswers.map((code) => (
          <button
            key={code}
            type="button"
            className="button"
            aria-pressed={chosen?.answer === code}
            aria-disabled={isSending || undefined}
            onClick={() => answer({ answer: code })}
          >
            {answerWords(code)}
          </button>
        ))}
      </fieldset>
      {chosen?.answer === "late" && (
        <fieldset className="call-answers">
          <legend>How late? You need not say.</legend>
          {lateChoices.map((minutes) => (
            <button
              key={minutes}
              type="button"
              className="button"
              aria-pressed={chosen.late_minutes === minutes}
              aria-disabled={isSending || undefined}
              onClick={() => answer({ answer: "late", late_minutes: minutes })}
            >
              {minutes} min
            </button>
          ))}
        </fieldset>
      )}
      <p role="status" className="call-status">
        {statusOf(chosen, tapped)}
      </p>
    </>
  );
}
