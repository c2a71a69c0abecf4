import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Form } from "#web/ui/form.tsx";
import "./psychics.scss";

interface PsychicsSearchProps {
  /** What is searched for now; empty: nothing. */
  term: string;
  onTerm: (term: string) => void;
}

/** Nothing is asked for before Search; Clear goes back to everyone. */
export function PsychicsSearch({ term, onTerm }: PsychicsSearchProps) {
  const [draft, setDraft] = useState(term);
  const id = useId();

  const asked = useRef(term);

  // Back and forward change the term from outside. One's own search comes back after a while, when
  // the next one may be half typed.
  useEffect(() => {
    if (term === asked.current) return;
    asked.current = term;
    setDraft(term);
  }, [term]);

  const search = (wanted: string) => {
    asked.current = wanted;
    setDraft(wanted);
    onTerm(wanted);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search(draft.trim());
  };

  return (
    <search>
      <Form className="search-form" onSubmit={submit}>
        <div className="inline-control">
          <label htmlFor={id}>Search</label>
          <input
            id={id}
            type="search"
            className="input"
            placeholder="Username, Name, or Extension"
            maxLength={100}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
          />
        </div>
        <Button type="submit" look="primary">
          Search
        </Button>
        <Button onClick={() => search("")}>Clear</Button>
      </Form>
    </search>
  );
}
