import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import {
  answerConfirmation,
  isConfirmationAsked,
  watchConfirmation,
} from "#web/api/confirmation.ts";
import { withTimeout } from "#web/lib/with-timeout.ts";
import { showCommunicationFailure } from "#web/ui/notice-store.ts";

/** Far longer than the file takes on a slow network (ms). */
const patience = 30_000;

/** On every page: the confirmation prompt, loaded when it is first needed. */
export function ConfirmIdentityLater() {
  const isAsked = useSyncExternalStore(watchConfirmation, isConfirmationAsked);
  const [Question, setQuestion] = useState<ComponentType>();

  useEffect(() => {
    if (!isAsked || Question) return;
    // If the file never loads, the save must not stay busy forever.
    withTimeout(patience, import("./confirm-identity.tsx")).then(
      ({ ConfirmIdentity }) => setQuestion(() => ConfirmIdentity),
      () => {
        showCommunicationFailure();
        answerConfirmation(false);
      },
    );
  }, [isAsked, Question]);

  return isAsked && Question && <Question />;
}
