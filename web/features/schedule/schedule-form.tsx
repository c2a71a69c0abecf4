import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useController } from "react-hook-form";
import { z } from "zod";
import { sundayOf } from "#shared/rules/alternating-weeks.ts";
import { addDays, weekday } from "#shared/rules/new-york.ts";
import { clockTime } from "#shared/rules/schedule.ts";
import { type ScheduleSegment, scheduleEndpoints } from "#shared/schedule.ts";
import { weekField } from "#shared/schedule-fields.ts";
import { query } from "#web/api/query.ts";
import { save } from "#web/api/save.ts";
import { useMobile } from "#web/lib/use-media.ts";
import { useNewYorkToday } from "#web/lib/use-new-york-today.ts";
import { useNow } from "#web/lib/use-now.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmModal } from "#web/ui/form/confirm-modal.tsx";
import { EditForm } from "#web/ui/form/edit-form.tsx";
import { tellSaved } from "#web/ui/form/tell-saved.ts";
import { useEditForm } from "#web/ui/form/use-edit-form.ts";
import { DayModal } from "./day-modal.tsx";
import { DayRow } from "./day-row.tsx";
import { inWeekOf, isAlternating, ofDay, sorted, type Week, weekdays, weekOf } from "./week.ts";
import { weekDifferences, writtenDayOf } from "./week-differences.ts";
import { WeekGlance } from "./week-glance.tsx";
import { weekMerge } from "./week-merge.ts";
import { WeekSwitch } from "./week-switch.tsx";
import "./schedule.scss";

const schema = z.object({ schedule: weekField });

interface ScheduleFormProps {
  id: number;
  schedule: readonly ScheduleSegment[];
  version: string | null;
  readOnly: boolean;
}

/** Edits the week: each day in a modal, one save for all (S14). */
export function ScheduleForm({ id, schedule, version, readOnly }: ScheduleFormProps) {
  const queries = useQueryClient();
  const now = useNow();
  const date = useNewYorkToday();
  const today = weekday(date);
  const [undoing, setUndoing] = useState(false);
  const [isNextShown, setNextShown] = useState(false);
  const [edited, setEdited] = useState<(typeof weekdays)[number]>();
  const request = { params: { id: String(id) } };
  const form = useEditForm({
    name: "schedule",
    schema,
    stored: { schedule: weekOf(schedule) },
    version,
    save: (values, baseVersion, base) => {
      const week = values.schedule.map(({ day, status, from, to, weeks }) => ({
        ...{ day, status },
        ...{ from: clockTime(from), to: clockTime(to) },
        ...(weeks && { weeks }),
      }));
      return save(
        scheduleEndpoints.updateSchedule,
        { ...request, body: { schedule: week } },
        baseVersion,
        JSON.stringify(weekOf(schedule)),
        base && JSON.stringify(base.schedule),
      );
    },
    onSaved: (isWaiting) => {
      tellSaved(isWaiting, "Schedule Saved", "Your schedule was saved");
      void queries.invalidateQueries(query(scheduleEndpoints.getSchedule, request));
    },
    merge: weekMerge,
    fromCurrent: (current: { schedule: ScheduleSegment[] }) => ({
      schedule: weekOf(current.schedule),
    }),
  });
  const { field } = useController({ name: "schedule", control: form.control });
  const week: Week = field.value;
  const saved = (form.methods.formState.defaultValues?.schedule ?? []) as Week;
  const changed = weekdays.filter(
    ({ day }) => writtenDayOf(week, day, date) !== writtenDayOf(saved, day, date),
  );
  const alternates = isAlternating(week);
  const sunday = addDays(sundayOf(date), alternates && isNextShown ? 7 : 0);
  // A phone has room for few days, so it begins with today, unless each day has its date.
  const first = useMobile() && !alternates ? today - 1 : 0;
  const days = [...weekdays.slice(first), ...weekdays.slice(0, first)];
  const problem =
    form.errors.schedule &&
    `Some times overlap${alternates ? ", this week or next" : ""}. Change them, then save.`;

  return (
    <div className={changed.length > 0 ? "schedule-form is-unsaved" : "schedule-form"}>
      {alternates && <WeekSwitch sunday={sunday} isNext={isNextShown} onNext={setNextShown} />}
      <EditForm
        form={{ ...form, problem: form.problem ?? problem }}
        submitLabel="Save Schedule"
        submitLook={changed.length > 0 ? "primary" : "plain"}
        readOnly={readOnly}
        buttons={
          <>
            {changed.length > 0 && <Button onClick={() => setUndoing(true)}>Undo</Button>}
            <p className="unsaved-note" role="status">
              {changed.length > 0 && `Not saved yet: ${changed.map(({ name }) => name).join(", ")}`}
            </p>
          </>
        }
        differences={
          form.conflict
            ? weekDifferences(
                week,
                form.conflict.theirs.schedule,
                date,
                form.conflict.base?.schedule,
              )
            : []
        }
      >
        <WeekGlance week={week} sunday={sunday} now={now} />
        <ul className="week">
          {days.map((one) => (
            <DayRow
              key={one.day}
              {...one}
              date={alternates ? addDays(sunday, one.day - 1) : undefined}
              isToday={addDays(sunday, one.day - 1) === date}
              isChanged={changed.includes(one)}
              week={week}
              shown={ofDay(inWeekOf(week, sunday), one.day)}
              now={now}
              onEdit={() => setEdited(one)}
            />
          ))}
        </ul>
      </EditForm>
      {edited && (
        <DayModal
          {...edited}
          week={week}
          now={now}
          onWeek={field.onChange}
          onClose={(left) => {
            field.onChange(sorted(left));
            setEdited(undefined);
          }}
        />
      )}
      {undoing && (
        <ConfirmModal
          title="Undo all changes?"
          isLoss
          onYes={() => {
            form.giveUp();
            setUndoing(false);
          }}
          onNo={() => setUndoing(false)}
        >
          <p>This discards your changes since the last save.</p>
        </ConfirmModal>
      )}
    </div>
  );
}
