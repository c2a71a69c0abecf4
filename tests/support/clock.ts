/**
 * The clock of a test run. Every process of a run loads this file first (`--import`). It shifts Date
 * from the machine's time to the run's. `now()` in the run's databases and Date in its browser pages
 * are shifted, too (database-clock.ts, e2e/support/page-clock.ts). So no test depends on the day or
 * the hour at which it runs.
 *
 * Date itself is shifted, so that the portal under test needs no setting. The clock keeps running.
 * Timers and performance.now() stay the machine's.
 */

/** Milliseconds from the machine's clock to the run's, for every process of the run. */
export const shiftVariable = "TEST_CLOCK_SHIFT";

/** The instant at which each test file of a run begins, if the run sets one. */
export const beginVariable = "TEST_BEGIN";

/**
 * Noon in New York on a summer Wednesday, far from the start and end of a day, a week and a year. It
 * is in the future, because a browser drops cookies that have expired by the machine's clock.
 */
const ordinary = "2036-06-11T16:00:00Z";

/** Starts the run's clock at TEST_NOW or the ordinary instant. The runners' configurations call it. */
export function startClock(): void {
  if (process.env[shiftVariable] !== undefined) return;
  const begin = Date.parse(process.env.TEST_NOW ?? ordinary);
  process.env[shiftVariable] = String(begin - Date.now());
}

/** Shifts Date in this process. Browser tests send the function as text to shift a page's Date. */
export function shiftDate(clock: { shift: number }): void {
  const MachineDate = Date;
  const now = () => MachineDate.now() + clock.shift;
  globalThis.Date = new Proxy(MachineDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length > 0 ? given : [now()], newTarget),
    apply: () => new MachineDate(now()).toString(),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  });
}

// A process may load this module several times, but has one clock.
const key = Symbol.for("clock of the test run");
const shared = globalThis as { [key]?: { first: number; shift: number } };
if (!shared[key]) {
  const first = Number(process.env[shiftVariable] ?? 0);
  shared[key] = { first, shift: first };
  // Outside a test run, as in a benchmark, keep the machine's clock.
  if (process.env[shiftVariable] !== undefined) shiftDate(shared[key]);
}
const clock = shared[key];

/** The arguments that give this clock to a Node process that a test starts. */
export const clockArguments = [`--import=${import.meta.url}`];

/** Functions that pass a new shift on, for example to a database. */
const followers = new Set<(shift: number) => Promise<void>>();

export const clockShift = (): number => clock.shift;

/** Calls `follow` with every later shift. Returns a function that stops the calls. */
export function followClock(follow: (shift: number) => Promise<void>): () => void {
  followers.add(follow);
  return () => followers.delete(follow);
}

/** Moves the clock of this process, of its databases and of the processes that it starts later. */
export async function advanceClock(milliseconds: number): Promise<void> {
  clock.shift += milliseconds;
  process.env[shiftVariable] = String(clock.shift);
  await Promise.all([...followers].map((follow) => follow(clock.shift)));
}

export const setClock = (instant: Date): Promise<void> =>
  advanceClock(instant.getTime() - Date.now());

/** Sets the clock to TEST_BEGIN. Without it, only undoes the moves of the clock in this process. */
export async function restartClock(): Promise<void> {
  const begin = process.env[beginVariable];
  await (begin ? setClock(new Date(begin)) : advanceClock(clock.first - clock.shift));
}
