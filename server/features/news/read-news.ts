import { eventText } from "#server/http/event-stream.ts";
import { shapeOf } from "#server/http/shape.ts";
import type { Services } from "#server/services.ts";
import { psychicEndpoints } from "#shared/psychics.ts";
import { scheduledCallEndpoints } from "#shared/scheduled-calls.ts";
import { availabilityBody, findPsychic, readAvailability } from "../psychics/psychics.ts";
import { listScheduledCalls } from "../scheduled-calls/scheduled-calls.ts";
import type { NewsEvent } from "./news-board.ts";

/** As on the way out of the three endpoints: only the keys that the schemas name. */
const shapes = {
  calls: shapeOf(scheduledCallEndpoints.listScheduledCalls.response),
  psychic: shapeOf(psychicEndpoints.getPsychic.response),
};

const eventOf = (name: string, body: unknown): NewsEvent => ({
  name,
  text: eventText(name, JSON.stringify(body)),
});

/**
 * The bodies of the three endpoints that a psychic's app polls without news, made by the same
 * functions. One query after the other, so that each reading psychic holds one connection.
 */
export async function readNews(
  { db, clock }: Pick<Services, "db" | "clock">,
  psychicId: number,
): Promise<NewsEvent[]> {
  const code = await readAvailability(db.pool, psychicId);
  const calls = await listScheduledCalls(db.sql, psychicId, clock(), {});
  const psychic = await findPsychic(db.pool, psychicId);
  return [
    eventOf("availability", availabilityBody(code ?? null)),
    eventOf("calls", shapes.calls(calls)),
    eventOf("psychic", shapes.psychic(psychic)),
  ];
}
