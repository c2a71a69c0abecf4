import { wallClock } from "#shared/rules/new-york.ts";

/** `47 min`. */
export const minutesSince = (instant: string, now: number) =>
  `${Math.max(1, Math.floor((now - Date.parse(instant)) / 60_000))} min`;

/** `7:12 PM ET`. */
export const newYorkClock = (instant: string) => `${wallClock(instant).format("h:mm A")} ET`;
