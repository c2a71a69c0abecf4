import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { pictureEndpoints } from "#shared/pictures.ts";
import { psychicEndpoints } from "#shared/psychics.ts";
import { ApiError } from "#web/api/api-error.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { query } from "#web/api/query.ts";
import { save } from "#web/api/save.ts";
import { refreshPsychicLists } from "../psychics/refresh-psychic-lists.ts";

export interface PictureOutcome {
  text: string;
  failed: boolean;
}

/** Sends a psychic's picture, and approves or rejects a pending one. */
export function usePicture(userId: number) {
  const queries = useQueryClient();
  const params = { id: String(userId) };
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<PictureOutcome>();

  const run = async (action: () => Promise<unknown>, done: string): Promise<boolean> => {
    setBusy(true);
    setOutcome(undefined);
    let failed = false;
    try {
      await action();
      setOutcome({ text: done, failed });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      failed = true;
      const { errors, detail } = error.problem ?? {};
      setOutcome({ text: errors?.[0]?.message ?? detail ?? sentenceOf(error), failed });
    }
    await Promise.all([
      queries.invalidateQueries(query(psychicEndpoints.getPsychic, { params })),
      refreshPsychicLists(queries),
    ]);
    setBusy(false);
    return !failed;
  };

  return {
    busy,
    outcome,
    setOutcome,
    /** @returns whether the server has it. */
    upload: (image: File, done: string) =>
      run(() => save(pictureEndpoints.uploadPicture, { params, body: { image } }), done),
    /** @param image the picture that the manager looked at. */
    approve: (image: string) =>
      run(
        () => save(pictureEndpoints.approvePicture, { params, body: { image } }),
        "The picture was approved.",
      ),
    reject: (image: string) =>
      run(
        () => save(pictureEndpoints.rejectPicture, { params, body: { image } }),
        "The picture was rejected.",
      ),
  };
}
