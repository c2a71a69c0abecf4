import type { Random } from "../random.ts";
import { channelOf } from "./bookings.ts";
import { answeredCall, minute, type PlannedCall } from "./call.ts";
import type { Occupied } from "./occupied.ts";
import type { WorldCustomer, WorldPsychic } from "./world.ts";

/** Such a call begins once in this time. */
const every = 60 * minute;
/** The portal asks after half an hour (S30), and the psychic soon after that. */
const asksAfter = 35 * minute;
/** The psychic has no other call until the platform has answered, and some minutes more. */
const reserved = 45 * minute;

/** When the psychic of a call that leaves her on Busy asks the platform about it. */
export const askTime = (end: number): number => end + asksAfter;

/** Calls after which the phone system leaves the psychic on Busy. */
export function planStuckCalls(parts: {
  start: number;
  end: number;
  random: Random;
  occupied: Occupied;
  /** The psychics who are logged on for a whole span. */
  atWork: (from: number, to: number) => WorldPsychic[];
  customerOf: (psychic: WorldPsychic, from: number, to: number) => WorldCustomer | undefined;
}): PlannedCall[] {
  const { start, end, random, occupied, atWork, customerOf } = parts;
  const calls: PlannedCall[] = [];
  for (let hour = start; hour + every <= end; hour += every) {
    const at = hour + random.int(6, 9) * minute;
    const minutes = random.int(4, 7);
    const until = at + minutes * minute;
    const able = atWork(at, until + reserved).filter(
      ({ id, isNamed }) => !isNamed && occupied.isFree(`psychic ${id}`, at, until + reserved),
    );
    if (able.length === 0) continue;
    const psychic = random.pick(able);
    const customer = customerOf(psychic, at, until);
    if (!customer) continue;
    occupied.add(`psychic ${psychic.id}`, until, until + reserved);
    const who = { psychic, customer, channel: channelOf(psychic, random), start: at };
    calls.push({ ...answeredCall(who, minutes, random), leavesBusy: true });
  }
  return calls;
}
