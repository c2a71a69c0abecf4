import { useState } from "react";
import { type Manager, managerEndpoints } from "#shared/managers.ts";
import { save } from "#web/api/save.ts";
import { ManagerChoice } from "#web/features/managers/manager-choice.tsx";
import { managerName, useManagers } from "#web/features/managers/use-managers.ts";
import { writtenDay } from "#web/lib/dates.ts";
import { useNewYorkToday } from "#web/lib/use-new-york-today.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Form } from "#web/ui/form.tsx";
import { useManagerChange } from "./use-manager-change.ts";

interface AbsenceFormProps {
  who: Manager;
  /**
   * Whether these are the user's own days. If not, an owner enters the days of another member of
   * staff.
   */
  isOwn: boolean;
  onDone?: () => void;
}

/** The days on which somebody is away, and who stands in (D57). */
export function AbsenceForm({ who, isOwn, onDone }: AbsenceFormProps) {
  const today = useNewYorkToday();
  const managers = useManagers();
  const [from, setFrom] = useState(who.away?.from ?? today);
  const [to, setTo] = useState(who.away?.to ?? "");
  const [delegate, setDelegate] = useState(String(who.away?.delegate ?? ""));
  const { busy, problem, setProblem, change } = useManagerChange(onDone);
  const standIn = managers?.find(({ user_id }) => user_id === who.away?.delegate);
  const params = { id: String(who.user_id) };
  const name = isOwn ? "You are" : `${who.first} ${who.last} is`;
  const submit = () => {
    if (from === "" || to === "") setProblem("Enter the first and the last day.");
    else if (delegate === "") setProblem("Choose who stands in.");
    else {
      const body = { from, to, delegate: Number(delegate) };
      void change(
        () =>
          isOwn
            ? save(managerEndpoints.setOwnAbsence, { body })
            : save(managerEndpoints.setAbsence, { params, body }),
        "Absence Saved",
        `${name} away from ${writtenDay(from)} to ${writtenDay(to)}.`,
      );
    }
  };
  const end = async () => {
    await (isOwn
      ? save(managerEndpoints.removeOwnAbsence, {})
      : save(managerEndpoints.removeAbsence, { params }));
    setFrom(today);
    setTo("");
    setDelegate("");
  };
  return (
    <>
      <p className="help">
        The person who stands in gets the e-mails about {isOwn ? "your" : `${who.first}’s`} psychics
        and applications, and sees them under “Mine”. New psychics and applications go to other
        staff. Days begin and end at midnight in New York.
      </p>
      {who.away && (
        <p className="form-note">
          Away {writtenDay(who.away.from)} – {writtenDay(who.away.to)}.{" "}
          {standIn
            ? `${managerName(standIn)} stands in.`
            : "Nobody stands in. Choose a person below and save."}
        </p>
      )}
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className="form-grid is-paired">
          <Field label="First Day">
            {(input) => (
              <input
                {...input}
                type="date"
                className="input"
                value={from}
                onChange={(event) => setFrom(event.target.value)}
              />
            )}
          </Field>
          <Field label="Last Day">
            {(input) => (
              <input
                {...input}
                type="date"
                className="input"
                min={from}
                value={to}
                onChange={(event) => setTo(event.target.value)}
              />
            )}
          </Field>
        </div>
        <ManagerChoice
          label="Who stands in?"
          among={(manager) => manager.has_psychics && manager.user_id !== who.user_id}
          chosen={delegate}
          onChoose={setDelegate}
        />
        <p className="help is-danger" role="alert">
          {problem}
        </p>
        <div className="form-buttons">
          <Button type="submit" look="primary" busy={busy}>
            Save Absence
          </Button>
          {who.away && (
            <Button busy={busy} onClick={() => change(end, "Absence Ended", `${name} not away.`)}>
              {isOwn ? "I Am Not Away" : "Not Away"}
            </Button>
          )}
        </div>
      </Form>
    </>
  );
}
