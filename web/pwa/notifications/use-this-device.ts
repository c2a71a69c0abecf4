import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { pushEndpoints } from "#shared/push.ts";
import { ApiError } from "#web/api/api-error.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { query } from "#web/api/query.ts";
import { type PushState, readPushState, turnOffPush, turnOnPush } from "../push/subscription.ts";

const unanswered =
  "This browser's notification service did not answer, so nothing was changed. Check your connection and try again.";

function wordsOf(error: unknown): string {
  if (!(error instanceof ApiError)) return unanswered;
  return error.problem?.detail ?? sentenceOf(error);
}

/** Whether this device shows notifications, and functions to turn them on and off. */
export function useThisDevice() {
  const queries = useQueryClient();
  const [state, setState] = useState<PushState>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    // The user can change permissions in the browser's settings, so check again on return.
    const look = () => {
      if (document.visibilityState !== "visible") return;
      readPushState().then(setState, () => setState("unsupported"));
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);

  const change = async (turn: () => Promise<PushState>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      setState(await turn());
      await queries.invalidateQueries(query(pushEndpoints.listSubscriptions, {}));
    } catch (error) {
      setProblem(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };

  return {
    state,
    busy,
    problem,
    turnOn: () =>
      change(async () => {
        const next = await turnOnPush();
        if (next === "off")
          setProblem(
            "You did not allow notifications in this browser. Press Turn On to be asked again.",
          );
        return next;
      }),
    turnOff: () =>
      change(async () => {
        await turnOffPush();
        return "off";
      }),
  };
}

export type ThisDevice = ReturnType<typeof useThisDevice>;
