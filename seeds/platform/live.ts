import type pg from "pg";
import { createAfterCall } from "./after-call.ts";
import { createAtThePortal } from "./at-the-portal.ts";
import { createBookingNews, type Tell } from "./booking-news.ts";
import { endOf, minute, type PlannedCall } from "./call.ts";
import { overdue } from "./fill.ts";
import { giftFor, type OpenGift, openGifts, withGift } from "./gifts.ts";
import { heardAnswer } from "./heard.ts";
import type { Plan, PlatformEvent } from "./plan.ts";
import { type Portal, PortalRefusal } from "./portal.ts";
import { callEvent } from "./presence.ts";
import { createRecorder } from "./recorder.ts";
import { canTake, type Roster, readRoster } from "./roster.ts";
import { askTime } from "./stuck-calls.ts";
import { createWalkIns } from "./walk-ins.ts";
import { type Clockwork, sentReading } from "./wire.ts";
import { alwaysBooked, baseCode, type World, type WorldPsychic } from "./world.ts";

/** A call in progress, and the psychic's availability before it. */
interface Line {
  call: PlannedCall;
  codeBefore: string;
  gift?: OpenGift;
}

const overdueEvery = 10 * minute;
/** A visitor who is left on Busy has so much longer (ms) to ask the platform. */
const visitorsTime = 60 * minute;
/** A late call lasts at least this long (minutes). */
const shortestCall = 3;

export interface Live {
  /** Sets the planned availabilities, except during unplanned calls; keeps a visitor's choice. */
  settle(at: number): Promise<void>;
  /** Sends the events between two planned instants. */
  run(from: number, to: number): Promise<void>;
}

export function createLive(options: {
  world: World;
  plan: Plan;
  portal: Portal;
  pool: pg.Pool;
  clockwork: Clockwork;
  onProblem: (error: Error) => void;
}): Live {
  const { world, plan, portal, pool, clockwork, onProblem } = options;
  const walkIns = createWalkIns(world);
  const record = createRecorder(options);
  const lines = new Map<string, Line>();
  /** Ends and ratings of calls that are not in the plan. */
  let unplanned: PlatformEvent[] = [];
  let roster: Roster = () => ({ isActive: false, code: "U", isSignedIn: false });

  const isOnLine = ({ id }: WorldPsychic) =>
    [...lines.values()].some(({ call }) => call.psychic.id === id);
  const atThePortal = createAtThePortal({ ...options, roster: () => roster, isOnLine, setCode });

  const tell: Tell = (id, at, event) =>
    portal.tell(`demo-${clockwork.idPrefix}${id}`, clockwork.real(at), event);
  const afterCall = createAfterCall(pool, clockwork, tell);
  const { sendBooking, endBooking } = createBookingNews(clockwork, tell);

  async function tellCall(call: PlannedCall, at: number, isOver: boolean): Promise<void> {
    const event = callEvent(clockwork, call, isOver);
    const id = `${isOver ? "ended" : "answered"}-${call.connectionId}`;
    if (event) await tell(id, at, event);
  }

  async function setCode(psychic: WorldPsychic, code: string, at: number, why: string) {
    const time = clockwork.real(at).toISOString();
    await tell(`${why}-${psychic.id}-${at}`, at, {
      type: "availability.changed",
      data: { user_id: psychic.id, code: code as "A", at: time },
    });
  }

  /** Begins a booked call as its psychic has answered: not at all, late, or at its time. */
  async function beginBooked(call: PlannedCall): Promise<void> {
    const { psychic, start, minutes, connectionId } = call;
    const id = `${clockwork.idPrefix}${call.booking}`;
    const heard = await heardAnswer(pool, psychic.id, id, clockwork.real(start));
    if (heard?.answer === "cannot") return endBooking(call, "cancelled", start);
    const late = Math.min(heard?.minutes ?? 0, minutes - shortestCall);
    if (late <= 0) return begin(call);
    const at = start + late * minute;
    const later = { ...call, start: at, minutes: minutes - late };
    unplanned.push({ kind: "waited", call: later, at, id: `waited-${connectionId}` });
  }

  async function begin(call: PlannedCall): Promise<void> {
    const { psychic, start, channel, booking } = call;
    const state = roster(psychic.id);
    if (!canTake(state, channel)) {
      // The psychic cannot take the call; if it was booked, cancel it.
      if (booking !== null) await endBooking(call, "cancelled", start);
      return;
    }
    const isCustomerOnLine = (id: number) =>
      [...lines.values()].some((line) => line.call.customer.id === id);
    const gift = giftFor(call, await openGifts(pool, psychic.id));
    const line: Line = { call, codeBefore: state.code };
    if (gift && !isCustomerOnLine(gift.customer_id))
      Object.assign(line, { call: withGift(call, gift), gift });
    lines.set(call.connectionId, line);
    await setCode(psychic, "B", start, "busy");
    await tellCall(call, start, false);
  }

  async function end(planned: PlannedCall, at: number): Promise<void> {
    const { psychic, connectionId, minutes } = planned;
    const state = roster(psychic.id);
    const line = lines.get(connectionId);
    if (minutes === 0 ? !state.isActive || "UO".includes(state.code) : !line) return;
    const call = line?.call ?? planned;
    lines.delete(connectionId);
    const report = (id: string, has_recording: boolean) =>
      tell(`${id}-${connectionId}`, at, {
        type: "readings.recorded",
        data: { readings: [{ ...sentReading(clockwork, call, false), has_recording }] },
      });
    await report("end", false);
    await tellCall(call, at, true);
    if (!line) return;
    const staysBusy = call.leavesBusy && state.code === "B";
    if (state.code === "B" && !staysBusy) await setCode(psychic, line.codeBefore, at, "free");
    if (call.booking !== null) await endBooking(call, "done", at);
    if (line.gift) await afterCall.redeem(line.gift, call, at);
    // Last: an upload may fail slowly, and nothing else should wait for it.
    if (await record(call)) await report("recorded", true);
  }

  /** A log-on makes a psychic available and a log-off ends that, unless a visitor plays the psychic. */
  async function logOnOrOff(
    event: Extract<PlatformEvent, { kind: "log-on" | "log-off" }>,
  ): Promise<void> {
    const { kind, at, stretch } = event;
    const { psychic, id } = stretch;
    const { isActive, isSignedIn, code } = roster(psychic.id);
    if (!isActive) return;
    const login = {
      id: `${clockwork.idPrefix}${id}`,
      user_id: psychic.id,
      at: clockwork.real(at).toISOString(),
    };
    const type = kind === "log-on" ? "login.started" : "login.ended";
    await tell(`${kind}-${id}`, at, { type, data: login });
    if (isSignedIn) return;
    if (kind === "log-on" && "UO".includes(code)) {
      await setCode(psychic, baseCode(psychic), at, "on");
    }
    if (kind === "log-off" && "APC".includes(code)) await setCode(psychic, "U", at, "off");
  }

  async function handle(event: PlatformEvent): Promise<void> {
    switch (event.kind) {
      case "begin":
        return event.call.booking === null ? begin(event.call) : beginBooked(event.call);
      case "waited":
        return begin(event.call);
      case "end":
        return end(event.call, event.at);
      case "rated":
        return afterCall.rated(event.call, event.at);
      case "log-on":
      case "log-off":
        return logOnOrOff(event);
      case "booked":
        await sendBooking(event.booking, "booked", event.booking.firstAt, event.at);
        return;
      case "moved":
        await sendBooking(event.booking, "changed", event.booking.at, event.at);
        return;
      case "cancelled":
        await sendBooking(event.booking, "cancelled", event.booking.at, event.at);
        return;
      case "application":
        return portal.apply(event.application);
      case "asks":
      case "answered":
      case "announced":
      case "report":
        return atThePortal.handle(event);
    }
  }

  /** Reports a refusal instead of throwing it, so that one event cannot end the demo. */
  async function reportRefusals(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      // Any other error, such as a missing answer, ends the platform; its next start catches up.
      if (!(error instanceof PortalRefusal)) throw error;
      onProblem(error);
    }
  }

  async function beginWalkIns(instant: number): Promise<void> {
    const atWork = plan.stretchesAt(instant).map(({ psychic }) => psychic);
    const planned = new Set([...atWork, ...plan.bookedAt(instant)].map(({ id }) => id));
    const customers = new Set([...lines.values()].map(({ call }) => call.customer.id));
    const calls = walkIns.beginning(
      instant,
      roster,
      (id) => planned.has(id),
      (id) => !customers.has(id),
    );
    for (const call of calls) {
      const id = `end-${call.connectionId}`;
      unplanned.push({ kind: "end", call, at: endOf(call), id });
      if (call.rating) {
        unplanned.push({
          kind: "rated",
          call,
          at: call.rating.at,
          id: `rated-${call.connectionId}`,
        });
      }
      if (call.leavesBusy) {
        const wait = atThePortal.actsAlone(call.psychic) ? 0 : visitorsTime;
        const at = askTime(endOf(call)) + wait;
        unplanned.push({ kind: "asks", call, at, id: `asks-${call.connectionId}` });
      }
      if (call.minutes > 0) await reportRefusals(() => begin(call));
    }
  }

  return {
    async settle(at) {
      roster = await readRoster(pool);
      const atWork = new Set(plan.stretchesAt(at).map(({ psychic }) => psychic));
      const calls = new Map(plan.callsAt(at).map((call) => [call.psychic, call]));
      const isUnplanned = (psychic: WorldPsychic) =>
        [...lines.values()].some(({ call }) => call.psychic === psychic && endOf(call) > at);
      for (const [id, { call }] of lines) if (endOf(call) <= at) lines.delete(id);
      for (const psychic of world.psychics) {
        const { isActive, isSignedIn, code } = roster(psychic.id);
        const call = calls.get(psychic);
        if (!isActive || isUnplanned(psychic)) continue;
        // A psychic whom a visitor plays, or may play soon, keeps the visitor's choice.
        const isPlayed = isSignedIn || alwaysBooked.has(psychic.username);
        const free = isPlayed || atWork.has(psychic) ? baseCode(psychic) : "U";
        const isAvailable = isPlayed ? "APC".includes(code) : code !== "O";
        if (call && (code === "B" || isAvailable)) {
          lines.set(call.connectionId, { call, codeBefore: free });
          if (code !== "B") await reportRefusals(() => setCode(psychic, "B", at, "busy"));
          continue;
        }
        const isStuck = code === "B" || code === "R";
        const isOutdated = !isPlayed && code !== "O" && (code === "U") !== (free === "U");
        if (isStuck || isOutdated)
          await reportRefusals(() => setCode(psychic, free, at, "settled"));
      }
    },

    async run(from, to) {
      const asking = await atThePortal.asking(to);
      if (asking.length > 0) roster = await readRoster(pool);
      for (const psychic of asking) {
        await reportRefusals(() => atThePortal.answerQuestion(psychic, to));
      }
      const due = unplanned.filter(({ at }) => at < to);
      unplanned = unplanned.filter(({ at }) => at >= to);
      const events = [...due, ...plan.eventsBetween(from, to)].sort((a, b) => a.at - b.at);
      const firstMinute = Math.ceil(from / minute) * minute;
      const hasMinute = firstMinute < to;
      if (events.length > 0 || hasMinute) roster = await readRoster(pool);
      for (const event of events) {
        await reportRefusals(() => handle(event));
        // One at a time, because each event can change the next one.
        if (events.length > 1) roster = await readRoster(pool);
      }
      for (let instant = firstMinute; instant < to; instant += minute) {
        await beginWalkIns(instant);
        if (instant % overdueEvery === 0) {
          const calls = await overdue(pool, clockwork.real(instant).getTime());
          if (calls.length === 0) continue;
          await reportRefusals(async () => {
            await tell(`overdue-${instant}`, instant, { type: "calls.scheduled", data: { calls } });
          });
        }
      }
    },
  };
}
