import { useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { copied, ofDay, overlapOf, type Week, weekdays } from "./week.ts";
import "./schedule.scss";

interface CopyDayProps {
  day: number;
  name: string;
  week: Week;
  onWeek: (week: Week) => void;
  chosen: readonly number[];
  onChosen: (days: readonly number[]) => void;
}

const listed = new Intl.ListFormat("en-US");

/** Copies the times of a day to other days and replaces theirs. */
export function CopyDay({ day, name, week, onWeek, chosen, onChosen }: CopyDayProps) {
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [outcome, setOutcome] = useState<string>();
  const others = weekdays.filter((other) => other.day !== day);
  const isEmpty = ofDay(week, day).length === 0;
  const hasAll = chosen.length === others.length;

  const toggle = () => {
    setOpen(!open);
    onChosen([]);
    setOutcome(undefined);
  };

  const copy = () => {
    const next = copied(week, day, chosen);
    const names = others.filter((other) => chosen.includes(other.day)).map((other) => other.name);
    const overlaps = next.some((segment) => overlapOf(next, segment));
    onWeek(next);
    toggle();
    setOutcome(
      `Copied to ${listed.format(names)}.${overlaps ? " Some times overlap now. Change them before you save." : ""}`,
    );
    opener.current?.focus();
  };

  return (
    <div className="copy-day">
      <Button ref={opener} aria-expanded={open} onClick={toggle}>
        Copy to Other Days
      </Button>
      {open && (
        <fieldset className="checks" aria-label={`Copy ${name} to`}>
          {others.map((other) => (
            <label key={other.day} className="check">
              <input
                type="checkbox"
                checked={chosen.includes(other.day)}
                onChange={(event) =>
                  onChosen(
                    event.target.checked
                      ? [...chosen, other.day]
                      : chosen.filter((one) => one !== other.day),
                  )
                }
              />
              {other.name}
            </label>
          ))}
          <p className="help">
            {isEmpty
              ? `${name} has no times, so these days become unavailable.`
              : "This replaces the times of these days."}
          </p>
          <div className="row-buttons">
            <Button disabled={chosen.length === 0} onClick={copy}>
              Copy
            </Button>
            <Button
              look="quiet"
              onClick={() => onChosen(hasAll ? [] : others.map((other) => other.day))}
            >
              {hasAll ? "Choose None" : "Choose All"}
            </Button>
          </div>
        </fieldset>
      )}
      <p className="help" role="status">
        {outcome}
      </p>
    </div>
  );
}
