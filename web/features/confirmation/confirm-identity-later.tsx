import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import {
  answerConfirmation,
  isConfirmationAsked,
  watchConfirmation,
} from "../../api/confirmation.ts";
import { showCommunicationFailure } from "../../ui/notice-store.ts";

/** On every page: the question for the password, loaded when it is first asked. */
export function ConfirmIdentityLater() {
  const isAsked = useSyncExternalStore(watchConfirmation, isConfirmationAsked);
  const [Question, setQuestion] = useState<ComponentType>();

  useEffect(() => {
    if (!isAsked || Question) return;
    import("./confirm-identity.tsx").then(
      ({ ConfirmIdentity }) => setQuestion(() => ConfirmIdentity),
      () => {
        showCommunicationFailure();
        answerConfirmation(false);
      },
    );
  }, [isAsked, Question]);

  return isAsked && Question && <Question />;
}
