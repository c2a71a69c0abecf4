import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, type Database } from "#server/db/connection.ts";
import { writeAvailability } from "#server/features/accounts/availability.ts";
import { changeAvailability } from "#server/features/ingest/availability.ts";
import { storeCall } from "#server/features/ingest/call-attempts.ts";
import { changesOfDay, readTimeline } from "#server/features/presence/timeline.ts";
import type { AvailabilityCode } from "#shared/psychics.ts";
import { callResults } from "#shared/reference/call-results.ts";
import { availabilitySpans, type Setter } from "#shared/rules/availability-spans.ts";
import { chanceOf } from "../support/chance.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { makeManager } from "../support/people.ts";

const histories = 10_000;
/** Each history is told in two orders, to two psychics. */
const orders = 2;
const connections = 4;
/** Every so many histories have a call: its events take longer than all others of a history. */
const callEvery = 3;
/** Histories of a transaction: most of the time of a small one would be its commit. */
const portion = 50;

const minute = 60_000;
/** A New York day in summer, and the instant after which everything has been told. */
const start = Date.parse("2026-06-16T04:00:00Z");
const end = start + 24 * 60 * minute;
const told = new Date(end + 60 * minute);

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url, { onError: () => {}, poolSize: connections });
  const manager = await makeManager(db.sql);
  await db.sql.raw(
    `with made as (
       insert into users (role, brand, username, first, last, address1, postal_code, city, region,
                          country, email)
       select 'psychic', 'cos', 'psychic' || n, 'F', 'L', '1 St', '10001', 'NY', 'NY', 'US', 'e@x.y'
         from generate_series(1, :count) n
       returning id
     )
     insert into psychics (user_id, manager_id, extension, account_status)
     select id, :manager, lpad((row_number() over (order by id))::text, 6, '0'), 'Active' from made`,
    { count: histories * orders, manager: manager.id },
  );
}, 120_000);
afterAll(async () => {
  await db.close();
  await database.drop();
});

interface Change {
  at: number;
  code: AvailabilityCode;
  set_by: Setter;
}

/** A state of a call, and when the platform tells it. */
interface CallState {
  sentAt: number;
  ringing?: number;
  answered?: number;
  ended?: number;
  result?: (typeof callResults)[number];
}

interface History {
  changes: Change[];
  initiated: number;
  calls: CallState[];
}

type Random = () => number;
const among = <T>(random: Random, items: readonly T[]) =>
  items[Math.floor(random() * items.length)] as T;

/** A day and the evening before it. Some changes confirm the code, or have the same instant. */
function makeHistory(random: Random, hasCall: boolean): History {
  const changes: Change[] = [];
  let at = start - Math.floor(random() * 300) * minute;
  for (let count = 3 + Math.floor(random() * 5); count > 0; count--) {
    const isPortal = random() < 0.25;
    const set_by = isPortal ? among(random, ["psychic", "manager", "portal"] as const) : "platform";
    changes.push({ at, code: among(random, ["A", "P", "C", "O", "U", "B", "R"]), set_by });
    // Two who act at the same millisecond are possible on paper only, but the platform may.
    const isSame = !isPortal && random() < 0.05;
    at += isSame ? 0 : 1 + Math.floor(random() * 400 * minute);
  }
  const initiated = start + Math.floor(random() * 23 * 60) * minute;
  const call: CallState = { sentAt: initiated };
  const calls = [call];
  const steps = ["ringing", "answered", "ended"] as const;
  for (const [place, step] of steps.entries()) {
    const last = calls.at(-1) as CallState;
    const sentAt = initiated + (place + 1) * minute;
    calls.push({ ...last, sentAt, [step]: sentAt });
  }
  (calls.at(-1) as CallState).result = among(random, callResults);
  return { changes, initiated, calls: hasCall ? calls : [] };
}

/** The first history of each portion. */
function* portions(): Generator<number> {
  for (let first = 0; first < histories; first += portion) yield first;
}

/** A shuffled copy, some of it twice. */
function shuffled<T>(random: Random, items: readonly T[]): T[] {
  return [...items, ...items.filter(() => random() < 0.2)]
    .map((item) => [random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}

/** People act at once; only what the platform says comes late, or twice. */
function tellingOf(random: Random, changes: readonly Change[]): Change[] {
  const said = shuffled(
    random,
    changes.filter(({ set_by }) => set_by === "platform"),
  );
  const telling: Change[] = [];
  for (const change of changes.filter(({ set_by }) => set_by !== "platform")) {
    // Nobody is told of what comes later.
    const before = said.filter(({ at }) => at < change.at && random() < 0.5);
    for (const known of before) said.splice(said.indexOf(known), 1);
    telling.push(...before, change);
  }
  return [...telling, ...said];
}

async function tell(client: pg.PoolClient, psychic: number, random: Random, history: History) {
  for (const { at, code, set_by } of tellingOf(random, history.changes)) {
    const instant = new Date(at);
    if (set_by !== "platform") {
      await writeAvailability(knexOn(client), psychic, { code, at: instant, set_by });
      continue;
    }
    const data = { user_id: psychic, code, at: instant.toISOString() };
    await changeAvailability(client, data, told);
  }
  const iso = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());
  for (const { sentAt, ringing, answered, ended, result } of shuffled(random, history.calls)) {
    const call = {
      ...{
        id: `call-${psychic}`,
        user_id: psychic,
        initiated_at: iso(history.initiated) as string,
      },
      ...{ ringing_at: iso(ringing), answered_at: iso(answered), ended_at: iso(ended) },
      ...{ result: result ?? null },
    };
    await storeCall(client, call, iso(sentAt) as string);
  }
}

/** The statements of `writeAvailability` on this connection. */
const knexOn = (client: pg.PoolClient) =>
  ({
    raw: (text: string, values: unknown[]) => {
      let place = 0;
      return client.query(
        text.replaceAll("?", () => `$${++place}`),
        values,
      );
    },
  }) as unknown as Parameters<typeof writeAvailability>[0];

/** The model: the code of each instant is that of the last change up to it. */
function codeAt(changes: readonly Change[], instant: number): AvailabilityCode | undefined {
  const rank = ({ set_by }: Change) => (set_by === "platform" ? 0 : 1);
  const order = ({ code }: Change) => "BRAPCOU".indexOf(code);
  return changes
    .filter(({ at }) => at <= instant)
    .reduce<Change | undefined>((best, change) => {
      if (!best || change.at > best.at) return change;
      if (change.at < best.at || rank(change) < rank(best)) return best;
      return rank(change) > rank(best) || order(change) > order(best) ? change : best;
    }, undefined)?.code;
}

test("S23, S24: 10,000 histories read the same in any order, without gaps and overlaps", async () => {
  const { rows } = await db.pool.query<{ id: number }>(
    "select user_id as id from psychics order by user_id",
  );
  const ids = rows.map(({ id }) => id);
  const places = portions();
  const work = async () => {
    const client = await db.pool.connect();
    try {
      // After a failure, the others stop, too: the loop ends the generator.
      for (const first of places) {
        await client.query("begin");
        for (let place = first; place < first + portion; place++) {
          const random = chanceOf(20_260_143 + place);
          const history = makeHistory(random, place % callEvery === 0);
          const both = ids.slice(place * orders, (place + 1) * orders);
          for (const id of both) await tell(client, id, random, history);
          await expectSame(client, both, history, place);
        }
        await client.query("commit");
      }
    } finally {
      client.release(true);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  const answer = await readTimeline(db.pool, ids[0] as number, "2026-06-16", "manager", told);
  expect(answer.calls).toMatchObject([{ id: `call-${ids[0]}` }]);
}, 600_000);

async function expectSame(
  client: pg.PoolClient,
  both: readonly number[],
  { changes, calls, initiated }: History,
  place: number,
): Promise<void> {
  const read = both.map(async (id) => {
    const values = [id, new Date(start), new Date(end), 1_000];
    const known = await changesOfDay(client, values);
    const { rows } = await client.query(
      `select initiated_at, ringing_at, answered_at, ended_at, result from call_attempts
        where psychic_id = $1`,
      [id],
    );
    const present = await client.query("select code from availability where psychic_id = $1", [id]);
    return {
      ...{ spans: availabilitySpans(known, start, end), calls: rows },
      // The portal takes no event of times to come.
      ...(changes.every(({ at }) => at <= told.getTime()) && { present: present.rows[0]?.code }),
    };
  });
  const [one, other] = await Promise.all(read);
  expect(other, `history ${place}`).toEqual(one);
  if (one && "present" in one) {
    expect([place, one.present]).toEqual([place, codeAt(changes, told.getTime())]);
  }
  const spans = one?.spans ?? [];
  const first = Math.max(start, Math.min(...changes.map(({ at }) => at)));
  if (first < end) {
    expect([spans[0]?.from, spans.at(-1)?.to], `history ${place}`).toEqual([first, end]);
  }
  for (const [index, { from, to, code }] of spans.entries()) {
    if (index > 0) expect(from, `history ${place}`).toBe(spans[index - 1]?.to);
    for (const instant of [from, Math.floor((from + to) / 2), to - 1]) {
      expect([place, code]).toEqual([place, codeAt(changes, instant)]);
    }
  }
  const last = calls.at(-1);
  const times = (one?.calls ?? []).map((call) => [
    ...[call.initiated_at, call.ringing_at, call.answered_at, call.ended_at].map(Date.parse),
    call.result,
  ]);
  expect(times, `history ${place}`).toEqual(
    last ? [[initiated, last.ringing, last.answered, last.ended, last.result]] : [],
  );
}
