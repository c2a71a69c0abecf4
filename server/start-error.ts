/** What stops a start and a person can mend: `main.ts` prints the message alone and exits with 1. */
export class StartError extends Error {}
