import { useEffect, useRef } from "react";
import type { Timeline } from "#shared/presence.ts";
import { useMoreToScroll } from "#web/ui/use-more-to-scroll.ts";
import { type DayRow, dayRows, dayTicks } from "./day-pieces.ts";
import "./presence.scss";

/** What a letter needs (share of the day). A piece without room for its whole word has none. */
const letter = 0.0115;

const share = (part: number) => `${part * 100}%`;

/** The looks of the picture with their words, for the legend. */
const legend = [
  ["available", "Available"],
  ["on-alert", "On Alert"],
  ["busy", "Busy"],
  ["reserved", "Reserved"],
  ["unavailable", "Unavailable"],
  ["call", "Call"],
  ["chat", "Chat"],
  ["missed", "Missed"],
  ["not-connected", "Ringing, canceled or dropped"],
] as const;

function Lane({ row }: { row: DayRow }) {
  return (
    <>
      <span className="day-track-title">{row.title}</span>
      <div className="day-lane">
        {row.pieces.map(({ key, from, length, look, word, isChatOnly }) => (
          <i
            key={key}
            data-look={look}
            data-chat-only={isChatOnly}
            title={word}
            style={{ insetInlineStart: share(from), width: share(length) }}
          >
            {length >= word.length * letter && word}
          </i>
        ))}
      </div>
    </>
  );
}

/** A picture of a day in New York time. The table below it has the same facts for everybody. */
export function DayTrack({ timeline }: { timeline: Timeline }) {
  const box = useRef<HTMLDivElement>(null);
  useMoreToScroll(box);
  const rows = dayRows(timeline);
  const ticks = dayTicks(timeline);
  const { from, to, until, day } = timeline;
  const now = (Date.parse(until) - Date.parse(from)) / (Date.parse(to) - Date.parse(from));
  const isToday = now > 0 && now < 1;
  const first = rows
    .flatMap(({ pieces }) => pieces)
    .reduce((least, one) => Math.min(least, one.from), 1);

  // A phone shows a part of the day: the present, or where the day's first part begins.
  const wanted = isToday ? now - 0.25 : first - 0.02;
  const place = useRef(wanted);
  place.current = wanted;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day begins elsewhere
  useEffect(() => {
    const element = box.current;
    if (element) element.scrollLeft = place.current * element.scrollWidth;
  }, [day]);

  return (
    <figure className="panel day-picture">
      <section
        ref={box}
        className="day-track"
        aria-label="Picture of the day"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        tabIndex={0}
      >
        <div className="day-track-grid" aria-hidden="true">
          {rows.map((row) => (
            <Lane key={row.title} row={row} />
          ))}
          <span className="day-track-title">ET</span>
          <p className="day-axis">
            {ticks.map(({ at, newYork }) => (
              <span key={at} style={{ insetInlineStart: share(at) }}>
                {newYork}
              </span>
            ))}
          </p>
          {ticks.some(({ here }) => here !== null) && (
            <>
              <span className="day-track-title">Your time</span>
              <p className="day-axis">
                {ticks.map(({ at, here }) => (
                  <span key={at} style={{ insetInlineStart: share(at) }}>
                    {here}
                  </span>
                ))}
              </p>
            </>
          )}
          {isToday && (
            <div className="day-now">
              <b style={{ insetInlineStart: share(now) }} />
            </div>
          )}
        </div>
      </section>
      <figcaption className="day-legend">
        {legend.map(([look, word]) => (
          <span key={look}>
            <i data-look={look} aria-hidden="true" />
            {word}
          </span>
        ))}
        {timeline.promised.some(({ chat }) => chat) && (
          <span>
            <i data-look="available" data-chat-only aria-hidden="true" />
            Promised, chat only
          </span>
        )}
      </figcaption>
    </figure>
  );
}
