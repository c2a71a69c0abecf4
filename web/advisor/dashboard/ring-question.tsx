import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { parsePermissions } from "#shared/rules/account.ts";
import { writtenPhone } from "#shared/rules/phone-number.ts";
import type { AvailabilityCode } from "#web/features/availability.ts";
import { useNewYorkToday } from "#web/lib/use-new-york-today.ts";
import { keptStore } from "#web/pwa/kept/kept-store.ts";
import { Button } from "#web/ui/button.tsx";
import { useOwnPsychic } from "../use-own-psychic.ts";
import "./dashboard.scss";

/** What a user has confirmed on this device. Stored encrypted, and gone after a sign-out (S20). */
interface Confirmed {
  day: string;
  phone: string;
}
const name = "rings";

interface RingQuestionProps {
  psychicId: number;
  code: AvailabilityCode;
}

/** "Calls ring 612-555-0191. Right?", once a New York day, and again when the phone has changed. */
export function RingQuestion({ psychicId, code }: RingQuestionProps) {
  const today = useNewYorkToday();
  const { data: psychic } = useOwnPsychic(psychicId);
  const [confirmed, setConfirmed] = useState<Confirmed | null>();
  useEffect(() => {
    let isOver = false;
    const read = keptStore(psychicId).read<Confirmed>(name);
    void read.then((kept) => !isOver && setConfirmed(kept?.value ?? null));
    return () => {
      isOver = true;
    };
  }, [psychicId]);

  const phone = psychic?.phone;
  const takesCalls =
    psychic?.account_status === "Active" &&
    (parsePermissions(psychic.permissions) ?? []).includes("AgentPhone");
  const isKnown =
    confirmed === undefined || (confirmed?.day === today && confirmed.phone === phone);
  // During a call the question would be in the way.
  if (!phone || !takesCalls || isKnown || code === "B" || code === "R") return null;
  const confirm = () => {
    const now = { day: today, phone };
    setConfirmed(now);
    void keptStore(psychicId).keep(name, now);
  };
  return (
    <section className="question" aria-labelledby="ring-question">
      <h2 id="ring-question" className="question-title">
        Calls ring {writtenPhone(phone)}. Right?
      </h2>
      <div className="form-buttons">
        <Button look="primary" onClick={confirm}>
          Yes
        </Button>
        <Link to="/psychic/profile" className="button">
          Change Phone
        </Link>
      </div>
    </section>
  );
}
