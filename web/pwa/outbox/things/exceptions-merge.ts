import { type ExceptionValues, exceptionMerge } from "#web/features/schedule/exception-merge.ts";
import { exceptionsOf } from "#web/features/schedule/exceptions-of.ts";
import type { Merged } from "../merge.ts";

/** Merges an unsent list of exceptions with the server's, as the form does. */
export function mergeExceptions(
  base: ExceptionValues["exceptions"],
  body: ExceptionValues,
  current: ExceptionValues,
): Merged {
  const before = { exceptions: base };
  const mine = { exceptions: exceptionsOf(body.exceptions) };
  const theirs = { exceptions: exceptionsOf(current.exceptions) };
  const theirsFirst = exceptionMerge.merged(before, theirs, mine);
  const isNothingLeft = JSON.stringify(theirsFirst) === JSON.stringify(theirs);
  return {
    isClash: exceptionMerge.isClash(before, mine, theirs),
    mineFirst: exceptionMerge.merged(before, mine, theirs),
    theirsFirst: isNothingLeft ? null : theirsFirst,
    base: theirs.exceptions,
  };
}
