import { type RefObject, useId, useLayoutEffect, useRef, useState } from "react";
import type { DateRange } from "#shared/rules/date-range.ts";
import { writtenDays } from "#web/lib/dates.ts";
import { Button } from "../button.tsx";
import { DateRangeForm } from "../date-range-form.tsx";
import { useElsewhere } from "../use-elsewhere.ts";
import { isSameRange, shortDays, usualRanges } from "./usual-ranges.ts";
import "./range-choice.scss";

interface RangeChoiceProps {
  /** The button that opens the panel. */
  button: RefObject<HTMLButtonElement | null>;
  range: DateRange;
  /** Today in New York. */
  today: string;
  /** A weekday, 1 Sunday to 7 Saturday. */
  payDay: number;
  busy: boolean;
  onRange: (range: DateRange) => void;
}

/** The space that the panel keeps from the edge of the window, in pixels. */
const edge = 16;

/** A button that names the days of a list. It opens a panel with the usual ranges, From and To. */
export function RangeChoice(props: RangeChoiceProps) {
  const { button, range, today, payDay, busy, onRange } = props;
  const [open, setOpen] = useState(false);
  const choice = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const panelId = useId();
  const ranges = usualRanges(payDay, today);
  const named = ranges.find((usual) => isSameRange(usual.range, range));

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const choose = (chosen: DateRange) => {
    close();
    onRange(chosen);
  };

  useLayoutEffect(() => {
    if (!open || !panel.current) return;
    panel.current.style.insetInlineStart = "0px";
    const over = panel.current.getBoundingClientRect().right + edge - window.innerWidth;
    panel.current.style.insetInlineStart = `${-Math.max(0, over)}px`;
  }, [open]);
  useElsewhere(choice, open, () => setOpen(false));

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key comes from the controls inside
    <div
      ref={choice}
      className="range-choice"
      onKeyDown={(event) => event.key === "Escape" && open && close()}
    >
      <p className="range-on-paper">{writtenDays(range)}</p>
      <Button
        ref={button}
        icon="schedule"
        iconAfter="next"
        busy={busy}
        title={writtenDays(range)}
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
      >
        <span>
          <span className="is-sr-only">Dates: </span>
          {named && `${named.name} `}
          <span className={named && "range-days"}>{shortDays(range, today)}</span>
        </span>
      </Button>
      <div ref={panel} id={panelId} className="range-panel" hidden={!open}>
        <div className="range-chips">
          {ranges.map((usual) => (
            <Button
              key={usual.name}
              aria-pressed={isSameRange(usual.range, range)}
              onClick={() => choose(usual.range)}
            >
              {usual.name}
            </Button>
          ))}
        </div>
        {/* The key resets the form when the panel closes: dates typed without Update are gone. */}
        <DateRangeForm key={String(open)} range={range} today={today} onRange={choose} />
      </div>
    </div>
  );
}
