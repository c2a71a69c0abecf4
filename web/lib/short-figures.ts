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

/** Dollars in at most five characters: `$2.5K`. */
export const shortMoney = (dollars: number) => money().format(dollars);

/** `1.5K`. */
export const shortCount = (value: number) => count().format(value);
