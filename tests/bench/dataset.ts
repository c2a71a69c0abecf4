import { newYorkDay } from "#shared/rules/new-york.ts";

/** The last day of the data. The same for both servers and every request of a run. */
export const lastDay = newYorkDay(Date.now());
export const psychics = 5_000;
export const customers = 100_000;
