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

type Change = ReturnType<typeof changeOf>;

/**
 * The replacements of an exception that both sides removed: the added exceptions on its days. Without
 * any, both may have moved it to other days. That is clear only if each side removed one exception of
 * its kind and added one: then those are the replacements.
 */
function replacements(removed: WrittenException, my: Change, their: Change) {
  const bothWith = (isReplacement: (one: WrittenException) => boolean) => ({
    mine: my.added.filter(isReplacement),
    theirs: their.added.filter(isReplacement),
  });
  const onItsDays = bothWith((one) => shareDays(one, removed));
  if (onItsDays.mine.length + onItsDays.theirs.length > 0) return onItsDays;
  const isItsKind = ({ kind }: WrittenException) => kind === removed.kind;
  const lists = [my.added, my.removed, their.added, their.removed];
  const isClear = lists.every((list) => list.filter(isItsKind).length === 1);
  return isClear ? bothWith(isItsKind) : onItsDays;
}

/** The different replacements of the exceptions that both sides removed. */
function clashes(base: ExceptionValues, mine: ExceptionValues, theirs: ExceptionValues) {
  const [my, their] = [changeOf(base, mine), changeOf(base, theirs)];
  const removedByMe = new Set(my.removed.map(exceptionKey));
  return their.removed
    .filter((removed) => removedByMe.has(exceptionKey(removed)))
    .map((removed) => replacements(removed, my, their))
    .filter((both) => !isSame(both.mine, both.theirs));
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
    const lost = clashes(base, mine, theirs).flatMap((both) => both.theirs);
    const rest = without(theirs.exceptions, [...removed, ...lost, ...added]);
    return { exceptions: inDayOrder([...rest, ...added]) };
  },
};
