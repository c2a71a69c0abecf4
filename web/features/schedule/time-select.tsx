import { useId } from "react";
import "./day-modal.scss";

const hours = Array.from({ length: 12 }, (_, place) => place + 1);
const minutes = ["00", "15", "30", "45"];

interface TimeSelectProps {
  label: string;
  /** `HH:MM`, 00:00 to 23:45. */
  time: string;
  onTime: (time: string) => void;
}

interface PartProps {
  name: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onValue: (value: string) => void;
}

function Part({ name, value, options, onValue }: PartProps) {
  return (
    <div className="select">
      <select aria-label={name} value={value} onChange={(event) => onValue(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A time of day as hour 1 to 12, quarter hour, and AM or PM. */
export function TimeSelect({ label, time, onTime }: TimeSelectProps) {
  const id = useId();
  const [hour = "00", minute = "00"] = time.split(":");
  const half = Number(hour) < 12 ? 0 : 12;
  const join = (hourOfHalf: number, quarter: string, start: number) =>
    onTime(`${String(start + hourOfHalf).padStart(2, "0")}:${quarter}`);
  const hourOfHalf = Number(hour) % 12;
  return (
    <fieldset className="time-select" aria-labelledby={id}>
      <span className="label" id={id}>
        {label}
      </span>
      <Part
        name={`${label}: hour`}
        value={String(hourOfHalf)}
        // The value of 12 is 0, because 12 o'clock is hour 0 of its half day.
        options={hours.map((shown) => ({ value: String(shown % 12), label: String(shown) }))}
        onValue={(chosen) => join(Number(chosen), minute, half)}
      />
      <Part
        name={`${label}: minute`}
        value={minute}
        options={minutes.map((quarter) => ({ value: quarter, label: quarter }))}
        onValue={(chosen) => join(hourOfHalf, chosen, half)}
      />
      <Part
        name={`${label}: AM or PM`}
        value={String(half)}
        options={[
          { value: "0", label: "AM" },
          { value: "12", label: "PM" },
        ]}
        onValue={(chosen) => join(hourOfHalf, minute, Number(chosen))}
      />
    </fieldset>
  );
}
