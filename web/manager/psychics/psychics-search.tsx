import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Form } from "#web/ui/form.tsx";
import "./psychics.scss";

interface PsychicsSearchProps {
  /** The current search term; empty for none. */
  term: string;
  onTerm: (term: string) => void;
}

/** Searches only when Search is pressed; Clear shows all psychics again. */
export function PsychicsSearch({ term, onTerm }: PsychicsSearchProps) {
  const [draft, setDraft] = useState(term);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);

  const lastSearch = useRef(term);

  // Shows a term that Back or Forward brought. Ignores the term of the user's own search, which
  // arrives with a delay, when the next term may be half typed.
  useEffect(() => {
    if (term === lastSearch.current) return;
    lastSearch.current = term;
    setDraft(term);
  }, [term]);

  const search = (wanted: string) => {
    lastSearch.current = wanted;
    setDraft(wanted);
    onTerm(wanted);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search(draft.trim());
  };

  return (
    <search>
      <Form className={draft || term ? "search-form" : "search-form is-empty"} onSubmit={submit}>
        <div className="search-field">
          <label className="is-sr-only" htmlFor={id}>
            Search
          </label>
          <input
            ref={input}
            id={id}
            type="search"
            className="input"
            placeholder="Username, Name, or Extension"
            maxLength={100}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
          />
        </div>
        <Button type="submit" look={draft.trim() === term ? "plain" : "primary"}>
          Search
        </Button>
        <Button
          onClick={() => {
            search("");
            // On a phone the button disappears.
            input.current?.focus();
          }}
        >
          Clear
        </Button>
      </Form>
    </search>
  );
}
