import { useId, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Form } from "#web/ui/form.tsx";
import "./audit.scss";

interface PersonFilterProps {
  /** A username or an id; empty for everybody. */
  person: string;
  isUnknown: boolean;
  onPerson: (person: string | undefined) => void;
}

/** Narrows the trail to what one person did, and to what was done to that person. */
export function PersonFilter({ person, isUnknown, onPerson }: PersonFilterProps) {
  const id = useId();
  const [typed, setTyped] = useState(person);
  return (
    <Form
      className="person-filter"
      onSubmit={(event) => {
        event.preventDefault();
        onPerson(typed.trim() || undefined);
      }}
    >
      <div className="inline-control">
        <label htmlFor={id}>Who or about whom</label>
        <input
          id={id}
          className="input"
          type="search"
          placeholder="Username"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={1000}
          value={typed}
          aria-invalid={isUnknown || undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <Button type="submit">Show</Button>
    </Form>
  );
}
