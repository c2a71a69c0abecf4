import { useId, useState } from "react";
import type { DateRange } from "#shared/rules/date-range.ts";
import { clampYear, earliestDay, isDay } from "../lib/dates.ts";
import { Button } from "./button.tsx";
import { Form } from "./form.tsx";
import "./date-range-form.scss";

interface DateRangeFormProps {
  range: DateRange;
  /** Today in New York. Its year is the last that can be chosen. */
  today: string;
  onRange: (range: DateRange) => void;
}

type Problems = Partial<Record<keyof DateRange, string>>;

function dayProblem(label: string, day: string): string | undefined {
  if (!isDay(day)) return `${label}: enter a date as mm/dd/yyyy.`;
  return day < earliestDay ? `${label}: enter a year from 1900 on.` : undefined;
}

function problemsOf({ start, end }: DateRange): Problems {
  const problems = { start: dayProblem("From", start), end: dayProblem("To", end) };
  if (!problems.start && !problems.end && end < start) {
    problems.end = "The end date is before the start date.";
  }
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem));
}

interface DateInputProps {
  label: string;
  day: string;
  thisYear: number;
  describedBy: string | undefined;
  onDay: (day: string) => void;
}

function DateInput({ label, day, thisYear, describedBy, onDay }: DateInputProps) {
  const id = useId();
  return (
    <div className="inline-control">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        className={describedBy ? "input is-danger" : "input"}
        min={earliestDay}
        max={`${thisYear}-12-31`}
        value={day}
        aria-describedby={describedBy}
        aria-invalid={describedBy ? true : undefined}
        onChange={(event) => onDay(event.target.value)}
        // Not earlier: while the user types 2026, the year is 2, 20 and 202.
        onBlur={(event) => event.target.value && onDay(clampYear(event.target.value, thisYear))}
      />
    </div>
  );
}

/** Two New York days, both inclusive. Nothing loads before Update. */
export function DateRangeForm({ range, today, onRange }: DateRangeFormProps) {
  const [draft, setDraft] = useState(range);
  const [lastRange, setLastRange] = useState(range);
  const [problems, setProblems] = useState<Problems>({});
  const problemId = useId();
  const thisYear = Number(today.slice(0, 4));

  if (lastRange.start !== range.start || lastRange.end !== range.end) {
    // The range was changed from outside: by Back, or by a period button.
    setLastRange(range);
    setDraft(range);
    setProblems({});
  }

  const isChanged = draft.start !== range.start || draft.end !== range.end;

  const submit = () => {
    const corrected = {
      start: clampYear(draft.start, thisYear),
      end: clampYear(draft.end, thisYear),
    };
    const found = problemsOf(corrected);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setDraft(corrected);
    onRange(corrected);
  };

  const input = (label: string, end: keyof DateRange) => (
    <DateInput
      label={label}
      day={draft[end]}
      thisYear={thisYear}
      describedBy={problems[end] && `${problemId}-${end}`}
      onDay={(day) => setDraft((before) => ({ ...before, [end]: day }))}
    />
  );

  return (
    <Form
      className="date-range"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {input("From", "start")}
      {input("To", "end")}
      {(["start", "end"] as const).map((end) => (
        <p key={end} className="help is-danger" id={`${problemId}-${end}`} role="alert">
          {problems[end]}
        </p>
      ))}
      <Button type="submit" look={isChanged ? "primary" : "plain"}>
        Update
      </Button>
    </Form>
  );
}
