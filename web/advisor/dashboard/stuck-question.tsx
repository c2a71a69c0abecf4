import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import { type Questions, questionEndpoints } from "#shared/questions.ts";
import { ApiError } from "#web/api/api-error.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { query } from "#web/api/query.ts";
import { save } from "#web/api/save.ts";
import { type AvailabilityCode, availabilityLook } from "#web/features/availability.ts";
import { useNow } from "#web/lib/use-now.ts";
import { Button } from "#web/ui/button.tsx";
import { minutesSince, newYorkClock } from "./question-times.ts";
import "./dashboard.scss";

const answerWithin = 5 * 60_000;

interface StuckQuestionProps {
  psychicId: number;
  questions: Questions;
  code: AvailabilityCode;
}

/** "Busy for 47 min": asks the phone system, and shows what it says. It changes nothing itself. */
export function StuckQuestion({ psychicId, questions, code }: StuckQuestionProps) {
  const now = useNow();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { stuck, asked } = questions;
  const request = { params: { id: String(psychicId) } };
  const isStuck = stuck !== null && code === "B";
  const isSilent = asked !== null && !asked.answer && now - Date.parse(asked.at) >= answerWithin;
  const mayAsk = isStuck && (!asked || isSilent || asked.answer?.code === "B");
  if (!isStuck && !asked?.answer) return null;

  const ask = async (since: string) => {
    setBusy(true);
    setProblem(undefined);
    const own = query(questionEndpoints.getQuestions, request);
    try {
      const { data } = await save(questionEndpoints.askPlatform, { ...request, body: { since } });
      queries.setQueryData(own.queryKey, data);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.problem?.detail ? `${error.problem.detail}.` : sentenceOf(error));
      void queries.invalidateQueries({ queryKey: own.queryKey });
    } finally {
      setBusy(false);
    }
  };

  return (
    <section className="question" aria-labelledby="stuck-question">
      <h2 id="stuck-question" className="question-title">
        {isStuck
          ? `Busy for ${minutesSince(stuck.since, now)}, your last ${stuck.channel.toLowerCase()} ended ${minutesSince(stuck.ended_at, now)} ago. Are you free?`
          : "Your question about Busy"}
      </h2>
      <div role="status">
        {asked && <p>We asked the phone system at {newYorkClock(asked.at)}.</p>}
        {asked?.answer && (
          <p>
            It answered at {newYorkClock(asked.answer.at)}:{" "}
            <strong>{availabilityLook(asked.answer.code).word}</strong>.
          </p>
        )}
        {isSilent && (
          <p>
            It has not answered. <Link to="/psychic/problem">Report a problem</Link>, and your
            manager and support will look into it.
          </p>
        )}
      </div>
      {mayAsk && (
        <div className="form-buttons">
          <Button look="primary" busy={busy} onClick={() => ask(stuck.since)}>
            {asked ? "Ask Again" : "I’m Free"}
          </Button>
        </div>
      )}
      <p className="help is-danger" role="alert">
        {problem}
      </p>
    </section>
  );
}
