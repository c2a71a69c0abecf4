import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useController } from "react-hook-form";
import { z } from "zod";
import {
  exceptionKey,
  inDayOrder,
  type WrittenException,
} from "#shared/rules/schedule-exceptions.ts";
import { exceptionsField } from "#shared/schedule-exception-fields.ts";
import { type ScheduleException, scheduleExceptionEndpoints } from "#shared/schedule-exceptions.ts";
import { query } from "#web/api/query.ts";
import { save } from "#web/api/save.ts";
import { useNewYorkToday } from "#web/lib/use-new-york-today.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { ConfirmModal } from "#web/ui/form/confirm-modal.tsx";
import { EditForm } from "#web/ui/form/edit-form.tsx";
import { tellSaved } from "#web/ui/form/tell-saved.ts";
import { useEditForm } from "#web/ui/form/use-edit-form.ts";
import { exceptionMerge } from "./exception-merge.ts";
import { ExceptionModal } from "./exception-modal.tsx";
import { exceptionDifferences, kindWords, writtenDays, writtenTimes } from "./exception-words.ts";
import { exceptionsOf } from "./exceptions-of.ts";
import "./dates.scss";
import "./schedule.scss";

const schema = z.object({ exceptions: exceptionsField });

interface DatesFormProps {
  id: number;
  exceptions: readonly ScheduleException[];
  version: string | null;
  readOnly: boolean;
}

/** Edits the exceptions: each in a modal, one save for all, as for the week (S14). */
export function DatesForm({ id, exceptions, version, readOnly }: DatesFormProps) {
  const queries = useQueryClient();
  const today = useNewYorkToday();
  /** The exception in the modal; null for a new one. */
  const [edited, setEdited] = useState<WrittenException | null>();
  const [isUndoing, setUndoing] = useState(false);
  const request = { params: { id: String(id) } };
  // A phone may hold an answer of an earlier day.
  const coming = exceptions.filter(({ last_day }) => last_day >= today);
  const form = useEditForm({
    name: "exceptions",
    schema,
    stored: { exceptions: exceptionsOf(coming) },
    version,
    save: (values, baseVersion, base) =>
      save(
        scheduleExceptionEndpoints.updateExceptions,
        { ...request, body: values },
        baseVersion,
        JSON.stringify(exceptionsOf(coming)),
        base && JSON.stringify(base.exceptions),
      ),
    onSaved: (isWaiting) => {
      tellSaved(isWaiting, "Dates Saved", "Your dates were saved");
      void queries.invalidateQueries(query(scheduleExceptionEndpoints.getExceptions, request));
      // The managers' month.
      const { method, path } = scheduleExceptionEndpoints.listExceptions;
      void queries.invalidateQueries({ queryKey: [method, path] });
    },
    merge: exceptionMerge,
    fromCurrent: (current: { exceptions: ScheduleException[] }) => ({
      exceptions: exceptionsOf(current.exceptions),
    }),
  });
  const { field } = useController({ name: "exceptions", control: form.control });
  const list: WrittenException[] = field.value;
  const byManager = new Set(
    coming.filter(({ created_by }) => created_by === "manager").map(exceptionKey),
  );
  const write = (next: readonly WrittenException[]) => field.onChange(inDayOrder(next));
  // By key: newer data puts other objects into the list, also while the modal is open.
  const without = (gone: WrittenException | null | undefined) =>
    list.filter((one) => !gone || exceptionKey(one) !== exceptionKey(gone));
  const problem = form.errors.exceptions && "Some dates are not right. Change them, then save.";

  return (
    <>
      <EditForm
        form={{ ...form, problem: form.problem ?? problem }}
        submitLabel="Save Dates"
        readOnly={readOnly}
        buttons={
          <>
            {form.isDirty && <Button onClick={() => setUndoing(true)}>Undo</Button>}
            <p className="unsaved-note" role="status">
              {form.isDirty && "Not saved yet"}
            </p>
          </>
        }
        differences={
          form.conflict ? exceptionDifferences(list, form.conflict.theirs.exceptions) : []
        }
      >
        {list.length === 0 && (
          <p className="dates-empty">No dates yet. Your hours are those of the week.</p>
        )}
        <ul className="dates-list">
          {list.map((exception) => (
            <li key={exceptionKey(exception)}>
              <div>
                <strong>{kindWords[exception.kind]}</strong> {writtenDays(exception)}{" "}
                {exception.first_day <= today && <em>Today</em>}
                <small>
                  {[
                    exception.starts === null ? "All day" : `${writtenTimes(exception)} ET`,
                    exception.note,
                    byManager.has(exceptionKey(exception)) && "Entered by a manager",
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </small>
              </div>
              {!readOnly && (
                <>
                  <IconButton
                    icon="pencil"
                    label={`Edit ${kindWords[exception.kind]} ${writtenDays(exception)}`}
                    onClick={() => setEdited(exception)}
                  />
                  <IconButton
                    icon="remove"
                    label={`Delete ${kindWords[exception.kind]} ${writtenDays(exception)}`}
                    onClick={() => write(without(exception))}
                  />
                </>
              )}
            </li>
          ))}
        </ul>
        {!readOnly && (
          <Button icon="add" onClick={() => setEdited(null)}>
            Add Dates
          </Button>
        )}
      </EditForm>
      {edited !== undefined && (
        <ExceptionModal
          exception={edited}
          others={without(edited)}
          today={today}
          onDone={(changed) => {
            write([...without(edited), changed]);
            setEdited(undefined);
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
      {isUndoing && (
        <ConfirmModal
          title="Undo all changes?"
          isLoss
          onYes={() => {
            form.giveUp();
            setUndoing(false);
          }}
          onNo={() => setUndoing(false)}
        >
          <p>This discards the dates that you changed since the last save.</p>
        </ConfirmModal>
      )}
    </>
  );
}
