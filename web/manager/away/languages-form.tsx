import { useState } from "react";
import { type Manager, managerEndpoints } from "#shared/managers.ts";
import { languages } from "#shared/reference/languages.ts";
import { save } from "#web/api/save.ts";
import { Button } from "#web/ui/button.tsx";
import { Form } from "#web/ui/form.tsx";
import { useManagerChange } from "./use-manager-change.ts";

/** The languages that the user speaks, by which psychics find their manager (D56). */
export function LanguagesForm({ own }: { own: Manager }) {
  const [spoken, setSpoken] = useState(own.languages);
  const { busy, problem, change } = useManagerChange();
  const toggle = (id: number) =>
    setSpoken(spoken.includes(id) ? spoken.filter((one) => one !== id) : [...spoken, id]);
  return (
    <section className="form-card is-narrow">
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          void change(
            () => save(managerEndpoints.setOwnLanguages, { body: { languages: spoken } }),
            "Languages Saved",
            "Your languages were saved.",
          );
        }}
      >
        <fieldset className="checks">
          <legend className="section-title">Languages That You Speak</legend>
          {languages.map(({ id, name }) => (
            <label key={id} className="check">
              <input type="checkbox" checked={spoken.includes(id)} onChange={() => toggle(id)} />
              {name}
            </label>
          ))}
        </fieldset>
        <p className="help is-danger" role="alert">
          {problem}
        </p>
        <div className="form-buttons">
          <Button type="submit" look="primary" busy={busy}>
            Save Languages
          </Button>
        </div>
      </Form>
    </section>
  );
}
