import type { ListedException } from "#shared/schedule-exceptions.ts";
import { kindWords, writtenTimes } from "#web/features/schedule/exception-words.ts";
import { writtenDay } from "#web/lib/dates.ts";
import { KnownLink } from "#web/ui/known-paths.tsx";
import type { Cards } from "#web/ui/table/cards.tsx";
import type { ColumnGroup, TextColumn } from "#web/ui/table/column.ts";
import { KindMark } from "./kind-mark.tsx";
import { shortDay } from "./month.ts";

const text = (key: string, title: string, sortable: boolean) =>
  ({ kind: "text", key, title, name: title, sortable }) as const;

/** The psychic, with a link to the schedule, where the dates are. */
export const psychicColumn: TextColumn<{ user_id: number; username: string }> = {
  ...text("username", "Psychic", true),
  text: ({ username }) => username,
  cell: ({ user_id, username }) => (
    <KnownLink to={`/psychics/${user_id}/schedule`}>{username}</KnownLink>
  ),
};

export const timeOffColumns: readonly ColumnGroup<ListedException>[] = [
  {
    title: null,
    columns: [
      psychicColumn,
      {
        ...text("kind", "What", true),
        text: ({ kind }) => kindWords[kind],
        cell: (row) => <KindMark {...row} />,
      },
      { ...text("first_day", "First Day", true), text: (row) => shortDay(row.first_day) },
      { ...text("last_day", "Last Day", true), text: (row) => shortDay(row.last_day) },
      { ...text("times", "Times (ET)", false), text: writtenTimes },
      {
        ...text("note", "Note", false),
        elastic: true,
        text: ({ note }) => note ?? "",
        detail: ({ note }) => note && <p className="plain-lines">{note}</p>,
      },
      {
        ...text("created_by", "Entered\u00a0By", false),
        name: "Entered By",
        text: ({ created_by }) => (created_by === "manager" ? "Manager" : "Psychic"),
      },
    ],
  },
];

/** For a card: what, the times and the note. */
const factsOf = (row: ListedException) =>
  [kindWords[row.kind], writtenTimes(row), row.note].filter(Boolean).join(" · ");

/** On a phone. */
export const timeOffCards: Cards<ListedException> = {
  name: "username",
  figures: [{ key: "last_day", written: (row) => `to ${shortDay(row.last_day)}` }],
  days: {
    key: "first_day",
    dayOf: (row) => shortDay(row.first_day),
    below: (row, isGrouped) =>
      [!isGrouped && shortDay(row.first_day), factsOf(row)].filter(Boolean).join(" · "),
    end: ({ first_day, last_day }) =>
      first_day === last_day ? "One day" : `to ${writtenDay(last_day).slice(0, 5)}`,
  },
};
