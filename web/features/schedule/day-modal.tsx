import { useRef, useState } from "react";
import { newYorkDay } from "#shared/rules/new-york.ts";
import { clockTime, newSegment } from "#shared/rules/schedule.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { CopyDay } from "./copy-day.tsx";
import { OverlapNote } from "./overlap-note.tsx";
import { RepeatsField } from "./repeats-field.tsx";
import { segmentTimes } from "./segment-times.ts";
import { TimeSelect } from "./time-select.tsx";
import {
  copied,
  inWeeks,
  ofDay,
  statusWords,
  type Week,
  type WeekSegment,
  withDay,
} from "./week.ts";
import { viewersTimes } from "./zone-times.ts";
import "./day-modal.scss";
import "./schedule.scss";

interface DayModalProps {
  day: number;
  name: string;
  week: Week;
  now: number;
  onWeek: (week: Week) => void;
  /** @param week the week with all changes, also with the copy that "Copy and Close" makes. */
  onClose: (week: Week) => void;
}

interface SegmentFieldsProps {
  place: number;
  segment: WeekSegment;
  week: Week;
  now: number;
  /** Whether to name its overlaps. */
  namesOverlaps: boolean;
  onSegment: (segment: WeekSegment) => void;
  onRemove: () => void;
}

function SegmentFields({ place, segment, week, now, namesOverlaps, ...on }: SegmentFieldsProps) {
  const { onSegment, onRemove } = on;
  const viewers = viewersTimes(segment, now);
  return (
    <li>
      <fieldset className="segment-fields" aria-label={`Time ${place}`}>
        <div className="segment-row">
          <TimeSelect
            label="From"
            time={segment.from}
            onTime={(from) => onSegment({ ...segment, from })}
          />
          <TimeSelect label="To" time={segment.to} onTime={(to) => onSegment({ ...segment, to })} />
          <Field label="Status">
            {(input) => (
              <div className="select">
                <select
                  {...input}
                  value={segment.status}
                  onChange={(event) =>
                    onSegment({ ...segment, status: event.target.value === "O" ? "O" : "A" })
                  }
                >
                  {Object.entries(statusWords).map(([code, word]) => (
                    <option key={code} value={code}>
                      {word}
                    </option>
                  ))}
                </select>
              </div>
            )}
          </Field>
          <IconButton icon="remove" label={`Delete time ${place}`} onClick={onRemove} />
        </div>
        <RepeatsField
          weeks={segment.weeks}
          today={newYorkDay(now)}
          onWeeks={(weeks) => onSegment(inWeeks(segment, weeks))}
        />
        <p className="help">
          {segmentTimes(segment)}
          {viewers && (
            <>
              {" · "}
              <span className="viewers-times">{viewers} your time</span>
            </>
          )}
        </p>
        {namesOverlaps && <OverlapNote week={week} segment={segment} />}
      </fieldset>
    </li>
  );
}

/**
 * The times of one day. Each choice changes the week at once, so that none is lost. Closing sorts
 * them; Save Schedule saves the week (S14).
 */
export function DayModal({ day, name, week, now, onWeek, onClose }: DayModalProps) {
  const adder = useRef<HTMLButtonElement>(null);
  /** The days to copy the times to. */
  const [chosen, setChosen] = useState<readonly number[]>([]);
  /** The index of the time changed last: after a change, only that one names its overlaps. */
  const [changedLast, setChangedLast] = useState<number>();
  const segments = ofDay(week, day);
  const write = (next: Week) => onWeek(withDay(week, day, next));
  return (
    <Modal title={name} onClose={() => onClose(week)}>
      {segments.length === 0 && <p>Unavailable on this day.</p>}
      <ol className="segments">
        {segments.map((segment, place) => (
          <SegmentFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a time has no other key than its index
            key={place}
            place={place + 1}
            segment={segment}
            week={week}
            now={now}
            namesOverlaps={changedLast === undefined || changedLast === place}
            onSegment={(changed) => {
              setChangedLast(place);
              write(segments.map((one) => (one === segment ? changed : one)));
            }}
            onRemove={() => {
              setChangedLast(undefined);
              write(segments.filter((one) => one !== segment));
              adder.current?.focus();
            }}
          />
        ))}
      </ol>
      <Button
        ref={adder}
        icon="add"
        onClick={() => {
          setChangedLast(segments.length);
          write([
            ...segments,
            {
              day,
              status: newSegment.status,
              from: clockTime(newSegment.from),
              to: clockTime(newSegment.to),
            },
          ]);
        }}
      >
        Add a Time
      </Button>
      <CopyDay {...{ day, name, week, onWeek, chosen }} onChosen={setChosen} />
      <p className="help">Times are New York time. Press Save Schedule to save your changes.</p>
      <div className="form-buttons">
        <Button look="primary" onClick={() => onClose(copied(week, day, chosen))}>
          {chosen.length > 0 ? "Copy and Close" : "Done"}
        </Button>
      </div>
    </Modal>
  );
}
