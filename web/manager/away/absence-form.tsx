import { useId, useState } from "react";
import { type Manager, managerEndpoints } from "#shared/managers.ts";
import { save } from "#web/api/save.ts";
import { ManagerChoice } from "#web/features/managers/manager-choice.tsx";
import { managerName, useManagers } from "#web/features/managers/use-managers.ts";
import { writtenDay } from "#web/lib/dates.ts";
import { useNewYorkToday } from "#web/lib/use-new-york-today.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Form } from "#web/ui/form.tsx";
import { useOwnChange } from "./use-own-change.ts";

/** The days on which the user is away, and who stands in (D57). */
export function AbsenceForm({ own }: { own: Manager }) {
  const today = useNewYorkToday();
  const managers = useManagers();
  const [from, setFrom] = useState(own.away?.from ?? today);
  const [to, setTo] = useState(own.away?.to ?? "");
  const [delegate, setDelegate] = useState(String(own.away?.delegate ?? ""));
  const { busy, problem, setProblem, change } = useOwnChange();
  const title = useId();
  const standIn = managers?.find(({ user_id }) => user_id === own.away?.delegate);
  const submit = () => {
    if (from === "" || to === "") setProblem("Enter both days.");
    else if (delegate === "") setProblem("Choose who stands in.");
    else {
      const body = { from, to, delegate: Number(delegate) };
      void change(
        () => save(managerEndpoints.setOwnAbsence, { body }),
        "Absence Saved",
        `You are away from ${writtenDay(from)} to ${writtenDay(to)}.`,
      );
    }
  };
  return (
    <section className="form-card is-narrow" aria-labelledby={title}>
      <h2 id={title} className="section-title">
        Away
      </h2>
      <p className="help">
        Whoever stands in gets the letters about your psychics and applications, and sees them in
        “Mine”. New ones go to others. Days are New York days.
      </p>
      {own.away && (
        <p className="form-note">
          Away {writtenDay(own.away.from)} – {writtenDay(own.away.to)}.{" "}
          {standIn ? `${managerName(standIn)} stands in.` : "Nobody stands in: choose somebody."}
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
          among={(manager) => manager.has_psychics && manager.user_id !== own.user_id}
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
          {own.away && (
            <Button
              busy={busy}
              onClick={() =>
                change(
                  () => save(managerEndpoints.removeOwnAbsence, {}),
                  "Absence Ended",
                  "You are not away.",
                )
              }
            >
              I Am Not Away
            </Button>
          )}
        </div>
      </Form>
    </section>
  );
}
