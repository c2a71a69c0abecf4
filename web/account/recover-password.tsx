import { useEffect, useState } from "react";
import { Link, useParams } from "react-router-dom";
import { sessionEndpoints } from "#shared/sessions.ts";
import { ApiError, isCommunicationFailure } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { sentenceOf } from "../api/error-sentences.ts";
import { FailurePanel } from "../ui/failure-panel.tsx";
import { showCommunicationFailure, showNotice } from "../ui/notice-store.ts";
import { Spinner } from "../ui/spinner.tsx";
import { AccountCard } from "./account-card.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import "./account-card.scss";

type LinkState =
  | { is: "checking" | "open" | "expired" }
  /** The link could not be checked. */
  | { is: "unknown"; reason: string };

const expired = {
  title: "Link Expired",
  text: "This Forgot Password link is no longer valid.",
};

function showExpired(): LinkState {
  showNotice({ kind: "danger", ...expired });
  return { is: "expired" };
}

/** Asks the server whether the link is valid; if so, this browser may set the password. */
async function check(value: string): Promise<LinkState> {
  try {
    await call(sessionEndpoints.authorizePassword, { params: { value } });
    return { is: "open" };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return showExpired();
    if (isCommunicationFailure(error)) showCommunicationFailure();
    return { is: "unknown", reason: sentenceOf(error) };
  }
}

export function RecoverPassword() {
  const { value = "" } = useParams();
  const [link, setLink] = useState<LinkState>({ is: "checking" });
  const [attempt, setAttempt] = useState(1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt checks again
  useEffect(() => {
    let left = false;
    setLink({ is: "checking" });
    void check(value).then((state) => !left && setLink(state));
    return () => {
      left = true;
    };
  }, [value, attempt]);

  return (
    <AccountCard title={link.is === "expired" ? expired.title : "Change Password"}>
      {link.is === "checking" && <Spinner label="Checking the link" />}
      {link.is === "open" && <NewPasswordForm onExpired={() => setLink(showExpired())} />}
      {link.is === "expired" && (
        <>
          <p className="account-note">{expired.text} A link works once, for a limited time.</p>
          <Link className="button is-primary" to="/forgot_password">
            Request a New Link
          </Link>
          <p>
            <Link to="/login">Back to sign in</Link>
          </p>
        </>
      )}
      {link.is === "unknown" && (
        <FailurePanel
          title="The link could not be checked"
          text={link.reason}
          onRetry={() => setAttempt(attempt + 1)}
        />
      )}
    </AccountCard>
  );
}
