import type { RequestOf } from "#shared/http/endpoint.ts";
import { answerWords } from "#shared/rules/call-answers.ts";
import type { scheduledCallEndpoints } from "#shared/scheduled-calls.ts";
import { businessTime } from "#web/lib/dates.ts";
import type { Line } from "./thing.ts";

type Answer = RequestOf<typeof scheduledCallEndpoints.answerCall>["body"];

export const lines = ({ at, answer, late_minutes }: Answer): Line[] => [
  { label: "Call", mine: businessTime(at) },
  { label: "Answer", mine: answerWords(answer, late_minutes) },
];
