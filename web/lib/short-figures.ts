import { once } from "./once.ts";

const money = once(
  () =>
    new Intl.NumberFormat("en-US", {
      style: "currency",
      currency: "USD",
      notation: "compact",
      minimumFractionDigits: 0,
      maximumFractionDigits: 1,
    }),
);
const count = once(() => new Intl.NumberFormat("en-US", { notation: "compact" }));

/** Dollars, shortened: `$2.5K`. The values of a chart's gridlines take at most five characters. */
export const shortMoney = (dollars: number) => money().format(dollars);

/** `1.5K`. */
export const shortCount = (value: number) => count().format(value);
