import { hashKey } from "@tanstack/react-query";
import type { EndpointData } from "#shared/http/endpoint.ts";
import { listingEndpoints } from "#shared/listings.ts";
import { phoneEndpoints } from "#shared/phones.ts";
import { profileEndpoints } from "#shared/profile.ts";
import { psychicEndpoints } from "#shared/psychics.ts";
import { type Reading, readingEndpoints } from "#shared/readings.ts";
import { addDays, newYorkDay } from "#shared/rules/new-york.ts";
import { scheduleEndpoints } from "#shared/schedule.ts";
import { scheduleExceptionEndpoints } from "#shared/schedule-exceptions.ts";
import { scheduledCallEndpoints } from "#shared/scheduled-calls.ts";
import type { PlainRequest } from "#web/api/address.ts";
import { isCommunicationFailure } from "#web/api/api-error.ts";
import { inBackground } from "#web/api/background.ts";
import { bodyOf, respond } from "#web/api/call.ts";
import type { Answer, OfflineMode } from "#web/api/offline.ts";
import { withUnsentEdits } from "../outbox/unsent-edits.ts";
import type { KeptStore } from "./kept-store.ts";
import { noteFresh, noteKept } from "./kept-times.ts";
import { withoutPin } from "./without-pin.ts";

/** After this long (ms) without the server's answer, a screen shows the kept one. */
const patience = 2500;

/** How much of the reading history a phone keeps (D38), in days. */
const historyDays = 60;

const nameOf = ({ method, path }: Pick<EndpointData, "method" | "path">, request: PlainRequest) =>
  JSON.stringify([method, path, request.params ?? {}, request.query ?? {}]);

const isReadings = (endpoint: Pick<EndpointData, "path">) =>
  endpoint.path === readingEndpoints.listReadings.path;

/** The reading history is kept whole, so that any range and order of it can be shown. */
interface History {
  /** Its first New York day. */
  from: string;
  readings: Reading[];
}
const historyName = "readings";

/** The first New York day of which a phone may keep readings. */
const historyStart = () => addDays(newYorkDay(Date.now()), -historyDays);

/** The first New York day that a request asks for. */
const startOf = ({ query }: PlainRequest) =>
  (query as { start_date?: string } | undefined)?.start_date ?? "9999";

/** The answer that the Readings screen showed last, for the seconds before the history is kept. */
interface ShownReadings {
  name: string;
  answer: Answer;
}
const shownName = "readings-shown";

async function shownReadings(store: KeptStore, name: string) {
  const kept = await store.read<ShownReadings>(shownName);
  return kept?.value.name === name ? { at: kept.at, answer: kept.value.answer } : null;
}

async function keptAnswer(store: KeptStore, endpoint: EndpointData, request: PlainRequest) {
  const name = nameOf(endpoint, request);
  if (!isReadings(endpoint)) {
    const kept = await store.read<Answer>(name);
    return kept && { at: kept.at, answer: kept.value };
  }
  const kept = await store.read<History>(historyName);
  if (!kept || startOf(request) < kept.value.from) return shownReadings(store, name);
  // Loaded late: most starts never need it.
  const { readingsOf } = await import("./kept-readings.ts");
  return {
    at: kept.at,
    answer: { data: readingsOf(kept.value.readings, request.query ?? {}), version: null },
  };
}

const nullAfter = (milliseconds: number) =>
  new Promise<null>((resolve) => setTimeout(resolve, milliseconds, null));

/** Sequence number of the newest response per query; older responses are ignored. */
const answered = new Map<string, number>();
let calls = 0;

/**
 * Answers queries: with the server's answer, or, while the server is out of reach or slow, with the
 * kept one until the server's arrives. A part of a long list always waits for the server: a kept
 * part would not fit the parts that follow.
 * @param edits resolves once the unsent edits are known: every answer is shown with them.
 */
export const answerFor =
  (store: KeptStore, edits: Promise<void>): OfflineMode["answer"] =>
  async (endpoint, request, { client, queryKey }, askServer) => {
    const query = hashKey(queryKey);
    const isPart = hashKey([queryKey[2] ?? {}]) !== hashKey([request]);
    calls += 1;
    const sequence = calls;
    const isOld = () => (answered.get(query) ?? 0) > sequence;
    const shown = async (answer: Answer) => {
      await edits;
      return withUnsentEdits(endpoint, answer);
    };
    const fresh = askServer().then((answer) => {
      if (isOld()) return answer;
      answered.set(query, sequence);
      noteFresh(query);
      const name = nameOf(endpoint, request);
      if (!isReadings(endpoint)) {
        void store.keep(name, { ...answer, data: withoutPin(answer.data) });
      } else if (startOf(request) >= historyStart()) {
        // Older readings are shown and not kept (D38).
        void store.keep(shownName, { name, answer } satisfies ShownReadings);
      }
      return answer;
    });
    try {
      const first = await (isPart ? fresh : Promise.race([fresh, nullAfter(patience)]));
      if (first) return shown(first);
    } catch (error) {
      if (!isCommunicationFailure(error)) throw error;
    }
    const kept = await keptAnswer(store, endpoint, request);
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

/** A `versionedQuery` caches the whole answer, any other query only the data of the answer. */
const answerAsCached = (queryKey: readonly unknown[], answer: Answer) =>
  queryKey.at(-1) === "version" ? answer : answer.data;

/** The data that a psychic may need offline, even if no screen has shown it yet. */
const needed = [
  scheduleEndpoints.getSchedule,
  scheduleExceptionEndpoints.getExceptions,
  psychicEndpoints.getPsychic,
  listingEndpoints.listListings,
  scheduledCallEndpoints.listScheduledCalls,
  profileEndpoints.getProfile,
  phoneEndpoints.listPhones,
];

/**
 * Reload the history once it is this old (ms). Less than the hour between the regular calls of
 * `keepAll`, so that each of them reloads the history.
 */
const historyLife = 3_000_000;

const background = { headers: inBackground };

/**
 * Asks the server for all of a psychic's data and keeps it.
 * @throws ApiError without a server.
 */
export async function keepAll(store: KeptStore, userId: number): Promise<void> {
  const params = { id: String(userId) };
  for (const endpoint of needed) {
    const response = await respond(endpoint, { params }, background);
    const data = withoutPin(await bodyOf(response));
    const answer: Answer = { data, version: response.headers.get("ETag") };
    await store.keep(nameOf(endpoint, { params }), answer);
  }
  const before = await store.read(historyName);
  if (before && Math.abs(Date.now() - before.at) < historyLife) return;
  const from = historyStart();
  const endpoint = readingEndpoints.listReadings;
  const request = { params, query: { start_date: from, end_date: newYorkDay(Date.now()) } };
  const { readings } = await bodyOf<typeof endpoint>(await respond(endpoint, request, background));
  await store.keep(historyName, { from, readings } satisfies History);
}
