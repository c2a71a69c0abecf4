import {
  exceptionKey,
  inDayOrder,
  type WrittenException,
} from "#shared/rules/schedule-exceptions.ts";

export interface ExceptionValues {
  exceptions: WrittenException[];
}

const without = (list: readonly WrittenException[], others: readonly WrittenException[]) => {
  const keys = new Set(others.map(exceptionKey));
  return list.filter((exception) => !keys.has(exceptionKey(exception)));
};

const changeOf = (base: ExceptionValues, { exceptions }: ExceptionValues) => ({
  removed: without(base.exceptions, exceptions),
  added: without(exceptions, base.exceptions),
});

const shareDays = (one: WrittenException, other: WrittenException) =>
  one.first_day <= other.last_day && other.first_day <= one.last_day;

const isSame = (one: readonly WrittenException[], other: readonly WrittenException[]) =>
  without(one, other).length === 0 && without(other, one).length === 0;

/** What a side has put into the place of an exception that it removed. */
const replacements = (added: readonly WrittenException[], removed: WrittenException) =>
  added.filter((exception) => shareDays(exception, removed));

/** The exceptions that both sides removed, with different ones in their place. */
function clashes(base: ExceptionValues, mine: ExceptionValues, theirs: ExceptionValues) {
  const [my, their] = [changeOf(base, mine), changeOf(base, theirs)];
  const removedByMe = new Set(my.removed.map(exceptionKey));
  return their.removed
    .filter((removed) => removedByMe.has(exceptionKey(removed)))
    .filter(
      (removed) => !isSame(replacements(my.added, removed), replacements(their.added, removed)),
    );
}

/** Merges exception by exception: what one side added or removed does not conflict. */
export const exceptionMerge = {
  isClash: (base: ExceptionValues, mine: ExceptionValues, theirs: ExceptionValues): boolean =>
    clashes(base, mine, theirs).length > 0,
  merged: (
    base: ExceptionValues,
    mine: ExceptionValues,
    theirs: ExceptionValues,
  ): ExceptionValues => {
    const { removed, added } = changeOf(base, mine);
    const lost = clashes(base, mine, theirs).flatMap((one) =>
      replacements(changeOf(base, theirs).added, one),
    );
    const rest = without(theirs.exceptions, [...removed, ...lost, ...added]);
    return { exceptions: inDayOrder([...rest, ...added]) };
  },
};
