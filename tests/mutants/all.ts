import { serverMutants } from "./server.ts";
import { sharedMutants } from "./shared.ts";
import { trustMutants } from "./trust.ts";
import { webMutants } from "./web.ts";

/** All mutants of `npm run test:mutants`. */
export const mutants = [...serverMutants, ...sharedMutants, ...trustMutants, ...webMutants];
