import { useEffect, useRef } from "react";
import "./step-list.scss";

export function StepList({ titles, place }: { titles: readonly string[]; place: number }) {
  return (
    <ol className="step-list" aria-label="Steps">
      {titles.map((title, at) => (
        <li
          key={title}
          aria-current={at + 1 === place ? "step" : undefined}
          className={at + 1 < place ? "is-done" : undefined}
        >
          {title}
        </li>
      ))}
    </ol>
  );
}

interface StepHeadingProps {
  title: string;
  place: number;
  count: number;
  /** The previous step, if another component showed it: this heading then takes the focus. */
  from?: number;
}

/** The step's heading, which gets the focus with every change of step. */
export function StepHeading({ title, place, count, from = place }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(from);
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [place]);
  return (
    <div className="step-heading">
      <p className="help">
        Step {place} of {count}
      </p>
      <h2 ref={heading} tabIndex={-1} className="section-title">
        {title}
      </h2>
    </div>
  );
}
