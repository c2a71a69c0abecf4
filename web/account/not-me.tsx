import { useEffect, useState } from "react";
import { Link, useParams } from "react-router-dom";
import { deviceEndpoints } from "#shared/devices.ts";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { sentenceOf } from "../api/error-sentences.ts";
import { Button } from "../ui/button.tsx";
import { focusHeading } from "../ui/focus-heading.ts";
import { AccountCard } from "./account-card.tsx";
import { SupportLink } from "./support-link.tsx";
import "./account-card.scss";

/**
 * The screen behind the link in the letter about a new browser. Only its button changes something,
 * because mail scanners open every link (D55).
 */
export function NotMe() {
  const { token = "" } = useParams();
  const [state, setState] = useState<"asking" | "busy" | "done" | "expired">("asking");
  const [problem, setProblem] = useState<string>();
  const isOver = state === "done" || state === "expired";
  // The button that had the focus is gone (G1).
  useEffect(() => {
    if (isOver) focusHeading();
  }, [isOver]);

  const lock = async () => {
    setState("busy");
    setProblem(undefined);
    try {
      await call(deviceEndpoints.disownSignIn, { body: { token } });
      setState("done");
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404;
      setState(isGone ? "expired" : "asking");
      if (!isGone) setProblem(sentenceOf(error));
    }
  };

  if (state === "done") {
    return (
      <AccountCard title="Your Account Is Locked">
        <p className="account-note">
          We signed everybody out of your account, and the old password no longer works. We have
          sent you an e-mail with a link to set a new one.
        </p>
        <Link className="button is-primary" to="/forgot_password">
          Request Another Link
        </Link>
        <p>After you sign in, check your PIN, your phone numbers and your e-mail address.</p>
        <SupportLink />
      </AccountCard>
    );
  }
  if (state === "expired") {
    return (
      <AccountCard title="Link Expired">
        <p className="account-note">
          This link is no longer valid. It works once, within 7 days. If somebody else uses your
          account, set a new password: that signs everybody out.
        </p>
        <Link className="button is-primary" to="/forgot_password">
          Set a New Password
        </Link>
        <SupportLink />
        <p>
          <Link to="/login">Back to sign in</Link>
        </p>
      </AccountCard>
    );
  }
  return (
    <AccountCard title="Was It Somebody Else?">
      <p className="account-note">
        If somebody else signed in to your account, lock it. We sign everybody out and e-mail you a
        link. Nobody can sign in until you use it to set a new password.
      </p>
      <p className="help is-danger" role="alert">
        {problem}
      </p>
      <Button look="primary" busy={state === "busy"} onClick={lock}>
        This Was Not Me
      </Button>
      <p>If it was you, close this page. Nothing will change.</p>
    </AccountCard>
  );
}
