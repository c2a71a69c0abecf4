import { newYorkDay } from "#shared/rules/new-york.ts";

/**
 * The New York day of the run. The data ends in the evening before it. The same for both servers
 * and every request of a run.
 */
export const lastDay = newYorkDay(Date.now());
export const psychics = 5_000;
export const customers = 100_000;
