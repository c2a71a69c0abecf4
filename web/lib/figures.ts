import { once } from "./once.ts";

// Made at first use: making a format takes a phone many milliseconds, and the first screen may show
// no figures.
const money = once(() => new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }));
const whole = once(() => new Intl.NumberFormat("en-US"));
const oneDecimal = once(() => new Intl.NumberFormat("en-US", { minimumFractionDigits: 1 }));
const twoDecimals = once(() => new Intl.NumberFormat("en-US", { minimumFractionDigits: 2 }));

/** Dollars: `$1,234.50`. */
export const writtenMoney = (dollars: number) => money().format(dollars);

/** A count or whole minutes: `12,345`. */
export const writtenCount = (value: number) => whole().format(value);

/** A text's length and limit: `1,234 of 8,000 characters`. */
export const writtenLength = (now: number, atMost: number) =>
  `${whole().format(now)} of ${whole().format(atMost)} characters`;

/** An average: `12.30`. */
export const writtenAverage = (value: number) => twoDecimals().format(value);

/** A percentage from 0 to 100, without the sign, which is in the header: `45.0`. */
export const writtenPercent = (value: number) => oneDecimal().format(value);

/** Formats seconds as hours and minutes, rounded down like a clock: `2 h 05 min`. */
export function writtenDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${whole().format(Math.floor(minutes / 60))} h ${String(minutes % 60).padStart(2, "0")} min`;
}
