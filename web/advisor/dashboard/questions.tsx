import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { questionEndpoints } from "#shared/questions.ts";
import { pollEvery } from "#web/api/poll.ts";
import { query } from "#web/api/query.ts";
import type { AvailabilityCode } from "#web/features/availability.ts";
import { useOnline } from "#web/lib/use-online.ts";
import { MissedQuestion } from "./missed-question.tsx";
import { RingQuestion } from "./ring-question.tsx";
import { StuckQuestion } from "./stuck-question.tsx";

interface QuestionsProps {
  psychicId: number;
  code: AvailabilityCode;
}

/**
 * What the portal asks the psychic (D71). Offline nothing is asked, because the status is unknown and
 * cannot be changed. The news has no questions (D67): they follow from time that passes.
 */
export default function Questions({ psychicId, code }: QuestionsProps) {
  const online = useOnline();
  const queries = useQueryClient();
  const own = query(questionEndpoints.getQuestions, { params: { id: String(psychicId) } });
  const { data } = useQuery({
    ...own,
    // Busy becomes a question with time. A missed call also arrives as a push.
    refetchInterval: pollEvery(code === "B" ? 60_000 : 300_000),
    staleTime: 10_000,
    meta: { polled: true },
  });
  // A changed status answers a question, or ends it.
  const before = useRef(code);
  useEffect(() => {
    if (before.current !== code) void queries.invalidateQueries({ queryKey: own.queryKey });
    before.current = code;
  }, [code, queries, own.queryKey]);
  if (!online) return null;
  return (
    <>
      {data && (data.stuck || data.asked) && (
        <StuckQuestion psychicId={psychicId} questions={data} code={code} />
      )}
      {data?.missed && code !== "U" && (
        <MissedQuestion psychicId={psychicId} endedAt={data.missed.ended_at} code={code} />
      )}
      <RingQuestion psychicId={psychicId} code={code} />
    </>
  );
}
