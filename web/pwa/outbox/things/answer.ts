import { scheduledCallEndpoints } from "#shared/scheduled-calls.ts";
import { defineThing, descriptions } from "./thing.ts";

export const answer = defineThing({
  name: "answer",
  title: "Answer about a call",
  screen: "/psychic",
  edits: [scheduledCallEndpoints.answerCall],
  // An answer that came too late must not hold back the answer about the next call. The server goes
  // by the time at which each was given, so their order does not matter.
  creates: true,
  overlay: {
    answers: [scheduledCallEndpoints.listScheduledCalls],
    show: (data, { at, ...answer }, { request }) => ({
      ...data,
      scheduled_calls: data.scheduled_calls.map((call) =>
        String(call.id) === request.params?.call && Date.parse(call.at) === Date.parse(at)
          ? { ...call, answer: { ...answer, late_minutes: answer.late_minutes ?? null } }
          : call,
      ),
    }),
  },
  describe: async () => (await descriptions()).answer,
});
