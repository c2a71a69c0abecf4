import { hashKey } from "@tanstack/react-query";
import type { EndpointData } from "#shared/http/endpoint.ts";
import { listingEndpoints } from "#shared/listings.ts";
import { phoneEndpoints } from "#shared/phones.ts";
import { profileEndpoints } from "#shared/profile.ts";
import { psychicEndpoints } from "#shared/psychics.ts";
import { type Reading, readingEndpoints } from "#shared/readings.ts";
import { addDays, newYorkDay } from "#shared/rules/new-york.ts";
import { scheduleEndpoints } from "#shared/schedule.ts";
import { scheduledCallEndpoints } from "#shared/scheduled-calls.ts";
import type { PlainRequest } from "#web/api/address.ts";
import { isCommunicationFailure } from "#web/api/api-error.ts";
import { bodyOf, respond } from "#web/api/call.ts";
import type { Answer, OfflineMode } from "#web/api/offline.ts";
import { inBackground } from "#web/api/query.ts";
import { withWaitingEdits } from "../outbox/overlays.ts";
import { keep, readKept } from "./kept-store.ts";
import { noteFresh, noteKept } from "./kept-times.ts";
import { withoutPin } from "./without-pin.ts";

/** A network slower than this is one that a psychic does not wait for when the phone has a copy. */
const patience = 2500;

/** How much of the reading history a phone keeps (D38), in days. */
const history = 60;

const nameOf = ({ method, path }: Pick<EndpointData, "method" | "path">, request: PlainRequest) =>
  JSON.stringify([method, path, request.params ?? {}, request.query ?? {}]);

const isReadings = (endpoint: Pick<EndpointData, "path">) =>
  endpoint.path === readingEndpoints.listReadings.path;

/** The reading history as it is kept: whole, so that any range and order of it can be shown. */
interface History {
  /** The first New York day that it covers. */
  from: string;
  readings: Reading[];
}
const historyName = "readings";

/** The first New York day of which a phone may keep readings. */
const historyStart = () => addDays(newYorkDay(Date.now()), -history);

/** The New York day from which on readings are asked for. */
const startOf = ({ query }: PlainRequest) =>
  (query as { start_date?: string } | undefined)?.start_date ?? "9999";

/** What the Readings screen showed last: the history is kept some seconds after a start only. */
interface ShownReadings {
  name: string;
  answer: Answer;
}
const shownName = "readings-shown";

async function shownReadings(userId: number, name: string) {
  const kept = await readKept(userId, shownName);
  const shown = kept?.value as ShownReadings | undefined;
  return kept && shown?.name === name ? { at: kept.at, answer: shown.answer } : null;
}

async function keptAnswer(userId: number, endpoint: EndpointData, request: PlainRequest) {
  if (!isReadings(endpoint)) {
    const kept = await readKept(userId, nameOf(endpoint, request));
    return kept && { at: kept.at, answer: kept.value as Answer };
  }
  const kept = await readKept(userId, historyName);
  const { from, readings } = (kept?.value ?? { from: "9999", readings: [] }) as History;
  if (!kept || startOf(request) < from) {
    return shownReadings(userId, nameOf(endpoint, request));
  }
  // Most starts never need it.
  const { readingsOf } = await import("./kept-readings.ts");
  return {
    at: kept.at,
    answer: { data: readingsOf(readings, request.query ?? {}), version: null },
  };
}

const after = (milliseconds: number) =>
  new Promise<null>((resolve) => setTimeout(resolve, milliseconds, null));

/** Of each query the latest call that was answered: what an earlier one brings after it is old. */
const answered = new Map<string, number>();
let calls = 0;

/**
 * The server's answer; while the server is out of reach, or takes too long, what the phone keeps,
 * and the server's as soon as it comes. A part of a list of everything is waited for: what the
 * phone keeps in its place would have to be asked for again with all that follows.
 * @param edits when it is known what waits: it is part of what is shown, and not of what is asked.
 */
export const answerFor =
  (userId: number, edits: Promise<void>): OfflineMode["answer"] =>
  async (endpoint, request, { client, queryKey }, ask) => {
    const query = hashKey(queryKey);
    const isPart = hashKey([queryKey[2] ?? {}]) !== hashKey([request]);
    calls += 1;
    const turn = calls;
    const isOld = () => (answered.get(query) ?? 0) > turn;
    const shown = async (answer: Answer) => {
      await edits;
      return withWaitingEdits(endpoint, answer);
    };
    const fresh = ask().then((answer) => {
      if (isOld()) return answer;
      answered.set(query, turn);
      noteFresh(query);
      const name = nameOf(endpoint, request);
      if (!isReadings(endpoint)) {
        void keep(userId, name, { ...answer, data: withoutPin(answer.data) });
      } else if (startOf(request) >= historyStart()) {
        // Older ones may be looked at, and are not kept (D38).
        void keep(userId, shownName, { name, answer });
      }
      return answer;
    });
    try {
      const first = await (isPart ? fresh : Promise.race([fresh, after(patience)]));
      if (first) return shown(first);
    } catch (error) {
      if (!isCommunicationFailure(error)) throw error;
    }
    const kept = await keptAnswer(userId, endpoint, request);
    if (!kept) return shown(await fresh);
    noteKept(query, kept.at);
    fresh.then(shown).then(
      (answer) => {
        if (!isOld()) client.setQueryData(queryKey, answerAsCached(queryKey, answer));
      },
      () => undefined,
    );
    return shown(kept.answer);
  };

/** A query with its version holds the whole answer, any other one the data alone. */
const answerAsCached = (queryKey: readonly unknown[], answer: Answer) =>
  queryKey.at(-1) === "version" ? answer : answer.data;

/** What a psychic may need in a tunnel, whether it was looked at before or not. */
const needed = (id: string): readonly [EndpointData, PlainRequest][] => {
  const request = { params: { id } };
  return [
    [scheduleEndpoints.getSchedule, request],
    [psychicEndpoints.getPsychic, request],
    [listingEndpoints.listListings, request],
    [scheduledCallEndpoints.listScheduledCalls, request],
    [profileEndpoints.getProfile, request],
    [phoneEndpoints.listPhones, request],
  ];
};

/** How old the kept history may be before it is asked for again: less than an hour, which is when. */
const fresh = 3_000_000;

const background = { headers: inBackground };

/** Asks for and keeps all of it, the history once an hour at most. @throws ApiError without a server. */
export async function keepAll(userId: number): Promise<void> {
  const id = String(userId);
  for (const [endpoint, request] of needed(id)) {
    const response = await respond(endpoint, request, background);
    const data = withoutPin(await bodyOf(response));
    const answer: Answer = { data, version: response.headers.get("ETag") };
    await keep(userId, nameOf(endpoint, request), answer);
  }
  const before = await readKept(userId, historyName);
  if (before && Math.abs(Date.now() - before.at) < fresh) return;
  const today = newYorkDay(Date.now());
  const from = historyStart();
  const endpoint = readingEndpoints.listReadings;
  const request = { params: { id }, query: { start_date: from, end_date: today } };
  const { readings } = await bodyOf<typeof endpoint>(await respond(endpoint, request, background));
  await keep(userId, historyName, { from, readings } satisfies History);
}
