import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { CorrectSsnModal } from "./correct-ssn-modal.tsx";
import { OpenSsnModal } from "./open-ssn-modal.tsx";
import "./ssn-section.scss";

/** A psychic's SSN, for payroll. It is never loaded with the screen. */
export function SsnSection({ userId, username }: { userId: number; username: string }) {
  const [asked, setAsked] = useState<"open" | "correct">();
  const close = () => setAsked(undefined);
  return (
    <section className="ssn-section" aria-labelledby="ssn-heading">
      <h2 className="section-title" id="ssn-heading">
        Social Security Number
      </h2>
      <p>
        We need it for the yearly tax forms. {username} gets an e-mail each time somebody opens or
        corrects it.
      </p>
      <div className="form-buttons">
        <Button onClick={() => setAsked("open")}>Open SSN</Button>
        <Button onClick={() => setAsked("correct")}>Correct SSN</Button>
      </div>
      {asked === "open" && <OpenSsnModal userId={userId} username={username} onClose={close} />}
      {asked === "correct" && (
        <CorrectSsnModal userId={userId} username={username} onClose={close} />
      )}
    </section>
  );
}
