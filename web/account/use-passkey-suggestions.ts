import { useEffect, useEffectEvent } from "react";
import type { PasskeyAnswer } from "#shared/factors.ts";
import { whenIdle } from "../lib/when-idle.ts";

/** In milliseconds: a challenge expires after 10 minutes. */
const renewAfter = 9 * 60_000;
const lookEvery = 60_000;
/** After a failure: without a network, or while the browser still ends an earlier request. */
const firstPause = 1_000;

/**
 * While `isOn`, the browser suggests its passkeys when the user enters the username field. The
 * first paint and the first keys do not wait for this.
 */
export function usePasskeySuggestions(isOn: boolean, onAnswer: (answer: PasskeyAnswer) => void) {
  const answered = useEffectEvent(onAnswer);
  useEffect(() => {
    if (!isOn) return;
    const over = new AbortController();
    let askedAt = 0;
    let pause = firstPause;
    let retry: ReturnType<typeof setTimeout> | undefined;

    const ask = async () => {
      askedAt = Date.now();
      if (!(await window.PublicKeyCredential.isConditionalMediationAvailable?.())) return;
      const { askPasskey } = await import("../features/security/passkeys.ts");
      answered(await askPasskey(over.signal));
    };
    const askAgain = () => {
      if (document.visibilityState !== "visible" || Date.now() - askedAt < renewAfter) return;
      // The sign-in works without suggestions.
      ask().catch(() => {
        if (over.signal.aborted) return;
        askedAt = 0;
        retry = setTimeout(askAgain, pause);
        pause = Math.min(2 * pause, lookEvery);
      });
    };

    const cancel = whenIdle(() => {
      if (!over.signal.aborted) askAgain();
    });
    const timer = setInterval(askAgain, lookEvery);
    document.addEventListener("visibilitychange", askAgain);
    return () => {
      over.abort();
      cancel();
      clearInterval(timer);
      clearTimeout(retry);
      document.removeEventListener("visibilitychange", askAgain);
    };
  }, [isOn]);
}
