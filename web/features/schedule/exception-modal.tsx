import { useState } from "react";
import { type ExceptionKind, exceptionKinds } from "#shared/rules/promised-hours.ts";
import {
  exceptionIssue,
  exceptionKey,
  exceptionMessages,
  exceptionsAtMost,
  lastPossibleDay,
  newExceptionIssue,
  noteAtMost,
  type WrittenException,
} from "#shared/rules/schedule-exceptions.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Form } from "#web/ui/form.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { kindWords } from "./exception-words.ts";
import { TimeSelect } from "./time-select.tsx";
import "./day-modal.scss";

interface ExceptionModalProps {
  /** Null for a new one. */
  exception: WrittenException | null;
  others: readonly WrittenException[];
  today: string;
  onDone: (exception: WrittenException) => void;
  onClose: () => void;
}

const hints: Record<ExceptionKind, string> = {
  off: "You promise no hours then.",
  extra: "You promise these hours as well as those of the week.",
  chat: "Your promised hours on these days are for chats only.",
};

/** What is wrong with the dates, if anything. */
function issueOf(
  exception: WrittenException,
  others: readonly WrittenException[],
  today: string,
): string | undefined {
  if (exception.first_day === "" || exception.last_day === "") {
    return "Enter the first and the last day.";
  }
  if ((exception.note?.length ?? 0) > noteAtMost) return exceptionMessages.longNote;
  if (others.length >= exceptionsAtMost) return exceptionMessages.tooMany;
  if (others.some((other) => exceptionKey(other) === exceptionKey(exception))) {
    return exceptionMessages.twice;
  }
  return (exceptionIssue(exception) ?? newExceptionIssue(exception, today))?.message;
}

/** The days, times and note of an exception. Save Dates saves it with the others. */
export function ExceptionModal(props: ExceptionModalProps) {
  const { exception, others, today, onDone, onClose } = props;
  const [draft, setDraft] = useState<WrittenException>(
    exception ?? {
      ...{ kind: "off", first_day: today, last_day: today },
      ...{ starts: null, ends: null, note: null },
    },
  );
  const [problem, setProblem] = useState<string>();
  const change = (part: Partial<WrittenException>) => setDraft({ ...draft, ...part });
  const { starts, ends } = draft;

  return (
    <Modal title={exception ? "Change Dates" : "Add Dates"} onClose={onClose}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          const done = { ...draft, note: draft.note?.trim() || null };
          const issue = issueOf(done, others, today);
          if (issue) setProblem(issue);
          else onDone(done);
        }}
      >
        <Field label="What" hint={hints[draft.kind]}>
          {(input) => (
            <div className="select">
              <select
                {...input}
                value={draft.kind}
                onChange={(event) => change({ kind: event.target.value as ExceptionKind })}
              >
                {exceptionKinds.map((kind) => (
                  <option key={kind} value={kind}>
                    {kindWords[kind]}
                  </option>
                ))}
              </select>
            </div>
          )}
        </Field>
        <div className="form-grid is-paired">
          <Field label="First Day">
            {(input) => (
              <input
                {...input}
                type="date"
                className="input"
                max={lastPossibleDay(today)}
                value={draft.first_day}
                onChange={({ target }) =>
                  change({
                    first_day: target.value,
                    ...(target.value > draft.last_day && { last_day: target.value }),
                  })
                }
              />
            )}
          </Field>
          <Field label="Last Day">
            {(input) => (
              <input
                {...input}
                type="date"
                className="input"
                min={draft.first_day}
                max={lastPossibleDay(today)}
                value={draft.last_day}
                onChange={({ target }) => change({ last_day: target.value })}
              />
            )}
          </Field>
        </div>
        <label className="check">
          <input
            type="checkbox"
            checked={starts === null}
            onChange={({ target }) =>
              change(
                target.checked ? { starts: null, ends: null } : { starts: "09:00", ends: "17:00" },
              )
            }
          />
          All day
        </label>
        {starts !== null && ends !== null && (
          <>
            <div className="segment-row">
              <TimeSelect label="From" time={starts} onTime={(time) => change({ starts: time })} />
              <TimeSelect label="To" time={ends} onTime={(time) => change({ ends: time })} />
            </div>
            <p className="help">
              New York time, on each of the days. An end at or before the start is on the next day.
            </p>
          </>
        )}
        <Field label="Note" hint="Optional. Your manager sees it, customers do not.">
          {(input) => (
            <input
              {...input}
              className="input"
              value={draft.note ?? ""}
              onChange={({ target }) => change({ note: target.value })}
            />
          )}
        </Field>
        <p className="help is-danger" role="alert">
          {problem}
        </p>
        <p className="help">Press Save Dates to save your changes.</p>
        <div className="form-buttons">
          <Button type="submit" look="primary">
            Done
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </Modal>
  );
}
