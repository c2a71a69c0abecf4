/**
 * The clock of a test run. Every process of a run loads this file first (`--import`), and from then
 * on its Date shows the run's own instant instead of the machine's; `now()` in the run's databases
 * and the pages of its browsers follow (database-clock.ts, e2e/support/server.ts). So a test may ask
 * Date.now() or the portal's clock, and never sees the day or the hour at which it happens to run.
 *
 * The shift goes on Date itself, so that the portal under test needs no setting for it. The clock
 * runs on: what waits for a moment to pass still can. Timers and performance.now() are the machine's.
 */

/** Milliseconds from the machine's clock to the run's, for every process of the run. */
export const shiftVariable = "TEST_CLOCK_SHIFT";

/** The instant at which each test file of a run begins, if the run asks for that. */
export const beginVariable = "TEST_BEGIN";

/**
 * A summer Wednesday, noon in New York: far from every border of a day, a week and a year. It lies
 * ahead because a browser drops cookies whose end, by the machine's clock, has passed.
 */
const ordinary = "2036-06-11T16:00:00Z";

/** For the runners' configurations: begins the run at the instant of TEST_NOW, or an ordinary one. */
export function startClock(): void {
  if (process.env[shiftVariable] !== undefined) return;
  const begin = Date.parse(process.env.TEST_NOW ?? ordinary);
  process.env[shiftVariable] = String(begin - Date.now());
}

/** Shifts the Date of a process or, sent there as text, of a page. */
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

// This module may be loaded several times in a process, whose clock is one.
const key = Symbol.for("clock of the test run");
const shared = globalThis as { [key]?: { first: number; shift: number } };
if (!shared[key]) {
  const first = Number(process.env[shiftVariable] ?? 0);
  shared[key] = { first, shift: first };
  // Without a run, as in a benchmark, the machine's clock is the right one.
  if (process.env[shiftVariable] !== undefined) shiftDate(shared[key]);
}
const clock = shared[key];

/** The arguments by which a Node process of the test's own follows this clock. */
export const clockArguments = [`--import=${import.meta.url}`];

/** Databases and the like that follow when this process's clock is moved. */
const followers = new Set<(shift: number) => Promise<void>>();

export const clockShift = (): number => clock.shift;

/** Calls `follow` with every later shift; the returned function ends that. */
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

/** Sets the clock back to where a test file begins. */
export async function restartClock(): Promise<void> {
  const begin = process.env[beginVariable];
  await (begin ? setClock(new Date(begin)) : advanceClock(clock.first - clock.shift));
}
