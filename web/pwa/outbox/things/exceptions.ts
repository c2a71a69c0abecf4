import { scheduleExceptionEndpoints } from "#shared/schedule-exceptions.ts";
import { defineThing, descriptions } from "./thing.ts";

/** The days on which the hours differ from the week. An edit has all of them. */
export const exceptions = defineThing({
  name: "exceptions",
  title: "Time Off and Extra Hours",
  screen: "/psychic/schedule",
  edits: [scheduleExceptionEndpoints.updateExceptions],
  merge: (_, later) => later,
  overlay: {
    answers: [scheduleExceptionEndpoints.getExceptions],
    show: (_, body) => ({
      exceptions: body.exceptions.map((exception) => ({
        ...exception,
        created_by: "psychic" as const,
      })),
      total: body.exceptions.length,
    }),
  },
  describe: async () => (await descriptions()).exceptions,
});
