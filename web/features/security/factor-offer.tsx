import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { factorEndpoints } from "#shared/factors.ts";
import type { Session } from "#shared/sessions.ts";
import { backgroundQuery } from "#web/api/query.ts";
import { localDay, writtenDay } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { canUsePasskeys } from "./can-use-passkeys.ts";
import { putOffOffer } from "./offer-due.ts";
import { forgetSignInWay, signInWay } from "./sign-in-way.ts";
import "./security.scss";

const forEver = "9999-12-31";

async function addPasskeySilently(): Promise<void> {
  await (await import("./new-passkey.ts")).addPasskeySilently();
}

/**
 * Offers a passkey to a user who has neither a passkey nor a code app. For a user who has just
 * signed in with a code, some browsers make a passkey without asking. They must not do this for a
 * user who has only a password: the new passkey would then be needed on every other device.
 */
export function FactorOffer({ session }: { session: Session }) {
  const { user_id } = session;
  const isStaff = session.manager === null;
  const [isOver, setOver] = useState(false);
  const { data } = useQuery({
    ...backgroundQuery(factorEndpoints.getFactors),
    // If this request fails, the screen offers nothing and shows no failure.
    meta: { polled: true },
  });
  useEffect(() => {
    if (signInWay() !== "code" || !canUsePasskeys()) return;
    forgetSignInWay();
    // The user did not ask for this passkey, so a failure is not shown.
    addPasskeySilently().catch(() => undefined);
  }, []);
  if (isOver || !data || data.passkeys.length > 0 || data.code_app_since !== null) return null;
  const { needed_by } = data;
  if (isStaff ? !needed_by : !canUsePasskeys()) return null;

  const later = () => {
    putOffOffer(user_id, isStaff ? localDay(Date.now()) : forEver);
    setOver(true);
  };
  return (
    <section className="factor-offer" aria-label="How you sign in">
      <p>
        {needed_by
          ? `Add a passkey or a code app before ${writtenDay(localDay(Date.parse(needed_by)))}`
          : "Sign in faster with a passkey"}
      </p>
      <div className="row-buttons">
        <Link className="button is-primary" to={isStaff ? "/security" : "/psychic/security"}>
          Security
        </Link>
        <Button onClick={later}>{isStaff ? "Not Today" : "No, Thanks"}</Button>
      </div>
    </section>
  );
}
