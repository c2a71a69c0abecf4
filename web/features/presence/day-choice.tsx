import { useId, useState } from "react";
import { addDays, weekday } from "#shared/rules/new-york.ts";
import { isDay } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import "./presence.scss";

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const [earliest, latest] = ["2000-01-01", "2099-12-31"] as const;

/** Whether the server has this day. */
export const isShownDay = (day: string) => isDay(day) && day >= earliest && day <= latest;

interface DayChoiceProps {
  day: string;
  today: string;
  onDay: (day: string) => void;
}

/** The day that is shown, with the days before and after it. */
export function DayChoice({ day, today, onDay }: DayChoiceProps) {
  const id = useId();
  const [typed, setTyped] = useState({ day, text: day });
  // The day was changed by a button or by Back.
  if (typed.day !== day) setTyped({ day, text: day });
  const choose = (text: string) => {
    setTyped({ day, text });
    if (isShownDay(text)) onDay(text);
  };
  const name = day === today ? "Today" : weekdays[weekday(day) - 1];
  return (
    <div className="controls day-choice">
      <Button icon="previous" disabled={day <= earliest} onClick={() => onDay(addDays(day, -1))}>
        Day Before
      </Button>
      <div className="inline-control">
        <label htmlFor={id}>{name}</label>
        <input
          id={id}
          type="date"
          className="input"
          aria-label={`Day (${name}), New York time`}
          min={earliest}
          max={latest}
          value={typed.text}
          onChange={(event) => choose(event.target.value)}
          onBlur={() => choose(isShownDay(typed.text) ? typed.text : day)}
        />
      </div>
      <Button iconAfter="next" disabled={day >= latest} onClick={() => onDay(addDays(day, 1))}>
        Day After
      </Button>
    </div>
  );
}
