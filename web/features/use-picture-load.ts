import { useState } from "react";

/**
 * Whether a picture that waits for approval has loaded: nobody approves an unseen one.
 * @param name the picture's name in the server's answer, known before it can be seen.
 */
export function usePictureLoad(name: string | null | undefined) {
  const [outcome, setOutcome] = useState<{ name: string; isLoaded: boolean }>();
  const [attempt, setAttempt] = useState(0);
  const isKnown = outcome !== undefined && outcome.name === name;
  const waits = !isKnown
    ? ("loading" as const)
    : outcome.isLoaded
      ? undefined
      : ("failed" as const);
  const finish = (isLoaded: boolean) => {
    if (name) setOutcome({ name, isLoaded });
  };
  return {
    waits,
    /** For the image: a new element for a new picture, because the old one would show until it loads. */
    key: `${name} ${attempt}`,
    events: { onLoad: () => finish(true), onError: () => finish(false) },
    loadAgain: () => {
      setOutcome(undefined);
      setAttempt((count) => count + 1);
    },
  };
}
