/**
 * The instants at which `npm run test:hours` runs the tests that depend on the time: around the end
 * of a day, a week, a month and a year in New York, at both New York clock changes, on a leap day
 * and at an ordinary noon.
 */
export const instants: Record<string, string> = {
  "Sunday 00.05": "2036-06-15T04:05:00Z",
  "Saturday 23.58": "2036-06-15T03:58:00Z",
  "before summer time": "2036-03-09T06:55:00Z",
  "after summer time": "2036-03-09T07:05:00Z",
  "before winter time": "2036-11-02T05:55:00Z",
  "after winter time": "2036-11-02T06:05:00Z",
  "31 December 23.58": "2037-01-01T04:58:00Z",
  "29 February": "2036-02-29T17:00:00Z",
  "last of a month": "2036-07-01T03:30:00Z",
  "04.59 UTC": "2036-01-16T04:59:00Z",
  "05.01 UTC": "2036-01-16T05:01:00Z",
  noon: "2036-06-11T16:00:00Z",
};

/** The instants at which the day ends while tests run. */
export const dayEnds = ["Saturday 23.58", "31 December 23.58"];

/** The instants at which browser journeys run too. */
export const browserInstants = ["Sunday 00.05", "Saturday 23.58", "after summer time"];
