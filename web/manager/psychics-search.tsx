import { type FormEvent, useEffect, useId, useState } from "react";
import { Button } from "../ui/button.tsx";

interface PsychicsSearchProps {
  /** What is searched for now; empty: nothing. */
  term: string;
  onTerm: (term: string) => void;
}

/** Nothing is asked for before Search; Clear goes back to everyone. */
export function PsychicsSearch({ term, onTerm }: PsychicsSearchProps) {
  const [draft, setDraft] = useState(term);
  const id = useId();

  // Back and forward change the term from outside.
  useEffect(() => setDraft(term), [term]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onTerm(draft.trim());
  };

  return (
    <search>
      <form className="search-form" onSubmit={submit}>
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
        <Button
          onClick={() => {
            setDraft("");
            onTerm("");
          }}
        >
          Clear
        </Button>
      </form>
    </search>
  );
}
