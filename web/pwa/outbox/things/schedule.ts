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
      schedule: body.schedule.map((segment, place) => ({ ...segment, number: place + 1 })),
      total: body.schedule.length,
    }),
  },
  describe: async () => (await descriptions()).schedule,
});
