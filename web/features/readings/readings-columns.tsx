import type { Reading } from "#shared/readings.ts";
import { businessTimeToSecond } from "#web/lib/dates.ts";
import { writtenMoney } from "#web/lib/figures.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { Column, ColumnGroup, TextColumn } from "#web/ui/table/column.ts";
import { figuresOf } from "#web/ui/table/figures-of.ts";
import { When } from "#web/ui/when.tsx";
import { Stars } from "./stars.tsx";
import "#web/ui/table/data-table.scss";
import "./readings.scss";

/** Called by the buttons of a row. */
export interface OpenReading {
  rating: (reading: Reading) => void;
  /** Missing if the viewer may not play recordings. */
  recording?: (reading: Reading) => void;
}

const text = (
  key: keyof Reading,
  title: string,
  written: (row: Reading) => string,
  more: Partial<TextColumn<Reading>> = {},
): TextColumn<Reading> => ({
  kind: "text",
  key,
  title,
  name: title,
  sortable: true,
  text: written,
  ...more,
});

const figure = figuresOf<Reading>();

const ratingText = (open: OpenReading) =>
  text("rating_text", "Rating Text", (row) => row.rating_text ?? "", {
    elastic: true,
    cell: (row) =>
      row.rating === null ? null : (
        <button
          type="button"
          className="cell-button"
          aria-label={`Rating by ${row.username}: ${row.rating_text || "no text"}`}
          onClick={() => open.rating(row)}
        >
          <span className={row.rating_text ? undefined : "no-rating-text"}>
            {row.rating_text || "No text"}
          </span>
        </button>
      ),
    detail: (row) => row.rating_text && <p className="plain-lines">{row.rating_text}</p>,
  });

const member = ({ username }: Reading) => (
  <span className="reading-member" title={username}>
    {username}
  </span>
);

const playCall = (play: (reading: Reading) => void) =>
  text("has_recording", "Play Call", (row) => (row.has_recording ? "Yes" : ""), {
    cell: (row) =>
      row.has_recording && (
        <button
          type="button"
          className="cell-button play-button"
          aria-label={`Play the call with ${row.username} of ${businessTimeToSecond(row.call_date)}`}
          onClick={() => play(row)}
        >
          <Icon name="play" size={16} />
          <span className="play-text">Play</span>
        </button>
      ),
  });

/**
 * The columns of a psychic's readings, in R27's order. Psychics see fewer of them, because their
 * answers lack the others (D23c).
 */
export function readingsColumns(
  limited: boolean,
  open: OpenReading,
): readonly ColumnGroup<Reading>[] {
  const managers = (...columns: Column<Reading>[]) => (limited ? [] : columns);
  return [
    {
      title: null,
      columns: [
        ...managers(text("connection_id", "Id", (row) => row.connection_id ?? "")),
        text("call_date", "Date", (row) => businessTimeToSecond(row.call_date), {
          cell: (row) => <When text={businessTimeToSecond(row.call_date)} />,
        }),
        text("username", "Member", (row) => row.username, limited ? {} : { cell: member }),
        text("type", "New\u00a0or Repeat", (row) => (row.type === "new" ? "New" : "Repeat"), {
          name: "New or Repeat",
        }),
      ],
    },
    {
      title: "Minutes",
      columns: [
        {
          ...figure("duration", "Duration", "Duration", "Minutes of the call or chat"),
          alone: "Duration (min.)",
        },
        figure("free_mins", "Free", "Free", "Minutes that were free"),
        {
          ...figure("paid_mins", "Paid", "Paid", "Minutes that the customer paid for"),
          alone: "Paid (min.)",
        },
      ],
    },
    {
      title: null,
      columns: [
        ...managers(
          figure("rate", "Rate", "Rate", "Dollars per paid minute", writtenMoney),
          figure(
            "revenue",
            "Call Revenue",
            "Call Revenue",
            "Paid minutes times the rate",
            writtenMoney,
          ),
        ),
        text("result", "Results", (row) => row.result, {
          cell: (row) => <span className="reading-result">{row.result}</span>,
        }),
        text("rating", "Rating", (row) => String(row.rating ?? ""), {
          cell: (row) => row.rating !== null && <Stars rating={row.rating} />,
        }),
        ratingText(open),
        ...(open.recording ? managers(playCall(open.recording)) : []),
      ],
    },
  ];
}
