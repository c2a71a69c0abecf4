/**
 * How a call ended: the results of readings that a call can have, and Cancelled if the customer
 * hung up before anybody answered.
 */
export const callResults = [
  "Completed",
  "Dropped",
  "No Answer",
  "Busy",
  "Declined",
  "Voicemail",
  "Cancelled",
] as const;
export type CallResult = (typeof callResults)[number];
