import { inDayOrder, type WrittenException } from "#shared/rules/schedule-exceptions.ts";

/** Converts exceptions from the API into the values of the form. */
export const exceptionsOf = (exceptions: readonly WrittenException[]): WrittenException[] =>
  inDayOrder(
    exceptions.map(({ kind, first_day, last_day, starts, ends, note }) => ({
      ...{ kind, first_day, last_day, starts, ends, note },
    })),
  );
