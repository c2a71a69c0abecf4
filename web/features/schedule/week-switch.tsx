import { addDays } from "#shared/rules/new-york.ts";
import { writtenDay } from "#web/lib/dates.ts";
import { Segment } from "#web/ui/segment.tsx";
import "./schedule.scss";

interface WeekSwitchProps {
  /** The first day of the week that the page shows. */
  sunday: string;
  isNext: boolean;
  onNext: (isNext: boolean) => void;
}

/** Chooses which of two alternating weeks the page shows. */
export function WeekSwitch({ sunday, isNext, onNext }: WeekSwitchProps) {
  return (
    <div className="week-switch">
      <Segment
        label="Week"
        options={[
          { key: "this", name: "This Week" },
          { key: "next", name: "Next Week" },
        ]}
        chosen={isNext ? "next" : "this"}
        onChoose={(key) => onNext(key === "next")}
      />
      <span role="status">
        {writtenDay(sunday)} to {writtenDay(addDays(sunday, 6))}
      </span>
    </div>
  );
}
