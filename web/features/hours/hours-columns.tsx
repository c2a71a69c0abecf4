import type { HourOfWeek } from "#shared/hours.ts";
import { writtenCount } from "#web/lib/figures.ts";
import type { ColumnGroup } from "#web/ui/table/column.ts";
import { clockName, dayOfHour, tenths, type Whose, writtenDollars } from "./hours-words.ts";

const nameOf = ({ hour }: HourOfWeek) => `${dayOfHour(hour).slice(0, 3)} ${clockName(hour % 24)}`;

const figure = (
  key: keyof HourOfWeek,
  title: string,
  written: (value: number) => string = writtenCount,
) => ({
  ...{ kind: "figure" as const, key, title, name: title, sortable: false, written },
  figure: (row: HourOfWeek) => row[key],
});

const hour = {
  ...{ kind: "text" as const, key: "hour", title: "Hour (ET)", name: "Hour", sortable: false },
  text: nameOf,
};

/** A phone has room for the most important figures. */
const phoneColumns = [
  hour,
  figure("answered", "Answered"),
  figure("missed", "Missed"),
  figure("on", "On (h)", tenths),
];
const columns = (whose: Whose) => [
  hour,
  figure("on", "On (h)", tenths),
  figure("promised", "Promised (h)", tenths),
  figure("answered", "Answered"),
  figure("missed", "Missed"),
  figure("repeat_callers", "Repeat"),
  ...(whose === "group" ? [] : [figure("paid_an_hour", "Paid/h", writtenDollars)]),
];

export const hoursColumns = (
  whose: Whose,
  isPhone: boolean,
): readonly ColumnGroup<HourOfWeek>[] => [
  { title: null, columns: isPhone ? phoneColumns : columns(whose) },
];

/** Whether anything happened in the hour, or was promised. */
export const hasFigure = ({ on, promised, answered, missed }: HourOfWeek) =>
  on > 0 || promised > 0 || answered > 0 || missed > 0;
