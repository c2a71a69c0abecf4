import { lazy, Suspense, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { factorEndpoints, type PasskeyAnswer, type UsableFactors } from "#shared/factors.ts";
import type { Session } from "#shared/sessions.ts";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { endSession, forgetSessionEnd } from "../api/session-end.ts";
import { storedSession, storeSession } from "../api/stored-session.ts";
import { useSession } from "../api/use-session.ts";
import { noteSignInWay, type SignInWay } from "../features/security/sign-in-way.ts";
import { areaOf, landingOf } from "../lib/area.ts";
import { readReturnAddress } from "../lib/return-address.ts";
import { useAudienceOf } from "../ui/known-paths.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { AccountCard } from "./account-card.tsx";
import { PasswordStep } from "./password-step.tsx";
import "./account-card.scss";

const SecondStep = lazy(async () => ({
  default: (await import("./second-step.tsx")).SecondStep,
}));
const FactorSetup = lazy(async () => ({
  default: (await import("./factor-setup.tsx")).FactorSetup,
}));

type Step =
  | { is: "password"; begunAgain?: string }
  | { is: "factor"; usable: UsableFactors }
  /** Staff who must add a passkey or a code app before they get in. */
  | { is: "setup" };

const titles: Record<Step["is"], string> = {
  password: "Please Sign In",
  factor: "Confirm That It Is You",
  setup: "Add a Passkey or a Code App",
};

const tookTooLong = "This took too long. Enter your password again.";

export function Login() {
  const [step, setStep] = useState<Step>({ is: "password" });
  const [username, setUsername] = useState("");
  const present = useSession();
  const navigate = useNavigate();
  const location = useLocation();
  const audienceOf = useAudienceOf();
  /** Whether the server ended the last session: the return address then names its user. */
  const wasEnded = !present && readReturnAddress(location.state)?.userId != null;

  const targetOf = (session: Session) => {
    const back = readReturnAddress(location.state);
    const isForUser = back && (back.userId === null || back.userId === session.user_id);
    const mayGo = isForUser && audienceOf(back.to.split("?", 1)[0] ?? "") === areaOf(session);
    return mayGo ? back.to : landingOf(session);
  };

  const enter = (session: Session, way: SignInWay) => {
    noteSignInWay(way);
    forgetSessionEnd();
    storeSession(session);
    void navigate(targetOf(session), { replace: true });
  };

  const signInWithPasskey = async (credential: PasskeyAnswer) =>
    enter(
      await call(factorEndpoints.signInWithPasskey, {
        query: { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
        body: { credential },
      }),
      "passkey",
    );

  /**
   * Goes on if the password was right but a second factor is needed. The server has then ended this
   * browser's earlier session. @returns whether another step follows.
   */
  const goOn = (error: unknown): boolean => {
    if (!(error instanceof ApiError)) return false;
    if (error.code !== "factor_needed" && error.code !== "factor_setup_needed") return false;
    if (storedSession()) endSession();
    if (error.code === "factor_setup_needed") setStep({ is: "setup" });
    else setStep({ is: "factor", usable: error.problem?.current as UsableFactors });
    return true;
  };

  const startAgain = (begunAgain?: string) =>
    setStep({ is: "password", ...(begunAgain && { begunAgain }) });
  const onExpired = () => startAgain(tookTooLong);

  return (
    <AccountCard
      title={titles[step.is]}
      documentTitle={step.is === "password" ? "Sign In" : titles[step.is]}
    >
      {step.is === "password" && present && (
        <p className="account-note">
          You are signed in as {present.username}.{" "}
          <Link to={landingOf(present)}>Go to your dashboard</Link>
        </p>
      )}
      {step.is === "password" && wasEnded && !step.begunAgain && (
        <p className="account-note">You were signed out. Sign in again.</p>
      )}
      <Suspense fallback={<Spinner label="Loading" />}>
        {step.is === "password" && (
          <PasswordStep
            begunAgain={step.begunAgain}
            username={username}
            onUsername={setUsername}
            onPasskey={signInWithPasskey}
            onSession={(session) => enter(session, "password")}
            onRefusal={goOn}
          />
        )}
        {step.is === "factor" && (
          <SecondStep
            usable={step.usable}
            onSession={enter}
            onExpired={onExpired}
            onBack={() => startAgain()}
          />
        )}
        {step.is === "setup" && (
          <FactorSetup
            onSession={(session) => enter(session, "passkey")}
            onExpired={onExpired}
            onBack={() => startAgain()}
          />
        )}
      </Suspense>
    </AccountCard>
  );
}
