import { useEffect, useState } from "react";
import { Link, useParams } from "react-router-dom";
import { confirmationEndpoints } from "#shared/confirmation.ts";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { sentenceOf } from "../api/error-sentences.ts";
import { Button } from "../ui/button.tsx";
import { focusHeading } from "../ui/focus-heading.ts";
import { showNotice, showSuccess } from "../ui/notice-store.ts";
import { AccountCard } from "./account-card.tsx";
import { SupportLink } from "./support-link.tsx";
import "./account-card.scss";

/**
 * The screen behind the link in the letter to the old address. Only its button changes something,
 * because mail scanners open every link (B6).
 */
export function UndoEmail() {
  const { token = "" } = useParams();
  const [state, setState] = useState<"asking" | "busy" | "done" | "expired">("asking");
  const [problem, setProblem] = useState<string>();
  const isOver = state === "done" || state === "expired";
  // The button that had the focus is gone (G1).
  useEffect(() => {
    if (isOver) focusHeading();
  }, [isOver]);

  const undo = async () => {
    setState("busy");
    setProblem(undefined);
    try {
      await call(confirmationEndpoints.undoEmailChange, { body: { token } });
      setState("done");
      showSuccess("Email Restored", "We send e-mails to your earlier address again.");
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) {
        setState("expired");
        showNotice({
          kind: "danger",
          title: "Link Expired",
          text: "This link is no longer valid.",
        });
        return;
      }
      setState("asking");
      setProblem(sentenceOf(error));
    }
  };

  if (state === "done") {
    return (
      <AccountCard title="Your Email Is Restored">
        <p className="account-note">
          Our e-mails go to your earlier address again. We signed everybody out of your account. Set
          a new password now, because the person who changed your e-mail may know the old one.
        </p>
        <Link className="button is-primary" to="/forgot_password">
          Set a New Password
        </Link>
        <p>After you sign in, check your PIN and your phone numbers.</p>
        <SupportLink />
      </AccountCard>
    );
  }
  if (state === "expired") {
    return (
      <AccountCard title="Link Expired">
        <p className="account-note">
          This link is no longer valid. It works once, within 7 days. If somebody else uses your
          account, write to us at once.
        </p>
        <SupportLink />
        <p>
          <Link to="/login">Back to sign in</Link>
        </p>
      </AccountCard>
    );
  }
  return (
    <AccountCard title="Restore Your Email">
      <p className="account-note">
        Somebody changed the e-mail address of your account. If it was not you, restore the earlier
        address. We will then sign everybody out of your account.
      </p>
      <p className="help is-danger" role="alert">
        {problem}
      </p>
      <Button look="primary" busy={state === "busy"} onClick={undo}>
        Restore My Email
      </Button>
      <p>If you changed the address yourself, close this page. You keep the new address.</p>
    </AccountCard>
  );
}
