import { scheduleEndpoints } from "#shared/schedule.ts";
import { defineThing, descriptions } from "./thing.ts";

export const schedule = defineThing({
  name: "schedule",
  title: "Schedule",
  screen: "/psychic/schedule",
  edits: [scheduleEndpoints.updateSchedule],
  merge: (_, later) => later,
  overlay: {
    answers: [scheduleEndpoints.getSchedule],
    show: (_, body) => ({
      schedule: body.schedule.map(({ weeks, ...segment }, place) => ({
        ...segment,
        number: place + 1,
        ...(weeks && { weeks }),
      })),
      total: body.schedule.length,
    }),
  },
  describe: async () => (await descriptions()).schedule,
});
