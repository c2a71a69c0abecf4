import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { RequestOf } from "#shared/http/endpoint.ts";
import { scheduledCallEndpoints } from "#shared/scheduled-calls.ts";
import { isCommunicationFailure } from "#web/api/api-error.ts";
import { reasonOf } from "#web/api/error-sentences.ts";
import { save } from "#web/api/save.ts";
import type { ListedCall } from "../use-scheduled-calls.ts";

type Body = RequestOf<typeof scheduledCallEndpoints.answerCall>["body"];
export type Choice = Pick<Body, "answer" | "late_minutes">;

/** What became of the latest tap. */
export interface Tapped {
  /** The call at the time that was answered. */
  of: string;
  choice: Choice;
  state: "sending" | "sent" | "waiting" | "failed";
  /** Why it failed. */
  reason?: string;
}

const nameOf = ({ id, at }: Pick<ListedCall, "id" | "at">) => `${id} ${at}`;

/** Answers a booked call; without a network the answer waits on this device. */
export function useCallAnswer(psychicId: number, call: ListedCall) {
  const queries = useQueryClient();
  const [latest, setLatest] = useState<Tapped>();
  const of = nameOf(call);

  const give = async (choice: Choice) => {
    setLatest({ of, choice, state: "sending" });
    const params = { id: String(psychicId), call: String(call.id) };
    const body = { ...choice, at: call.at, answered_at: new Date().toISOString() };
    try {
      const { isWaiting } = await save(scheduledCallEndpoints.answerCall, { params, body });
      setLatest({ of, choice, state: isWaiting ? "waiting" : "sent" });
    } catch (error) {
      // The notice of a failed connection is on the screen already.
      const reason = isCommunicationFailure(error) ? "It could not be sent." : reasonOf(error);
      setLatest({ of, choice, state: "failed", reason });
    }
    // An answer that was refused means that the call has changed.
    await queries.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[1] === scheduledCallEndpoints.listScheduledCalls.path,
    });
  };

  // The answer about an earlier time of a call that has moved counts no more.
  const tapped = latest?.of === of ? latest : undefined;
  return { give, tapped };
}
