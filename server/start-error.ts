/** An error that the operator can correct: `main.ts` prints only its message and exits with 1. */
export class StartError extends Error {}
