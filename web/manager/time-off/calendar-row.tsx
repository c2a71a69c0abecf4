import {
  kindWords,
  writtenException,
  writtenTimes,
} from "#web/features/schedule/exception-words.ts";
import { KindSign, kindClass } from "./kind-mark.tsx";
import { isShort, type Mark, type PsychicMarks, writtenLanes } from "./marks.ts";
import "./calendar.scss";

const columnsOf = ({ first, last }: { first: number; last: number }) => `${first} / ${last + 1}`;

/** The facts that the mark itself does not show. */
const textOf = (mark: Mark) =>
  [
    isShort(mark) && kindWords[mark.exception.kind],
    mark.exception.starts !== null && writtenTimes(mark.exception),
    mark.exception.note,
  ]
    .filter(Boolean)
    .join(" · ");

/** With two lines the letters are smaller, with more there are none. */
const tightness = (lanes: number) =>
  lanes > writtenLanes ? "is-thin is-tight" : lanes > 1 ? "is-tight" : "";

/** A psychic's exceptions of a month: each is a bar across its days. */
export function CalendarRow({ marks, lanes }: PsychicMarks) {
  return (
    <ul className={`calendar-row ${tightness(lanes)}`.trim()}>
      {marks.map((mark) => {
        const { exception, lane, text } = mark;
        const words = writtenException(exception);
        return (
          <li key={exception.id}>
            <span
              className={`calendar-mark ${kindClass(exception)}`}
              data-kind={exception.kind}
              data-begun={mark.isBegun || undefined}
              data-goes-on={mark.goesOn || undefined}
              title={words}
              style={{ gridColumn: columnsOf(mark), gridRow: lane }}
            >
              <span className="is-sr-only">{words}</span>
              <span aria-hidden="true">
                {isShort(mark) ? <KindSign kind={exception.kind} /> : kindWords[exception.kind]}
                {text?.place === "inside" && ` · ${textOf(mark)}`}
              </span>
            </span>
            {text && text.place !== "inside" && (
              <small
                aria-hidden="true"
                className={text.place === "before" ? "is-before" : undefined}
                title={words}
                style={{ gridColumn: columnsOf(text), gridRow: lane }}
              >
                {textOf(mark)}
              </small>
            )}
          </li>
        );
      })}
    </ul>
  );
}
