import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { RequestOf } from "../../../shared/http/endpoint.ts";
import { phoneEndpoints } from "../../../shared/phones.ts";
import { ApiError } from "../../api/api-error.ts";
import { sentenceOf } from "../../api/error-sentences.ts";
import { query } from "../../api/query.ts";
import { type Saved, save } from "../../api/save.ts";
import { versionedQuery } from "../../api/versioned-query.ts";

export type PhoneChange = RequestOf<typeof phoneEndpoints.savePhone>["body"]["phone"];

/** The numbers of somebody, and their changes: each is saved as soon as it is made. */
export function usePhones(userId: number) {
  const queries = useQueryClient();
  const params = { id: String(userId) };
  const { data, error, refetch } = useQuery(versionedQuery(phoneEndpoints.listPhones, { params }));
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [saved, setSaved] = useState(false);

  /** Whatever became of a change, what stands is shown afterwards. */
  const change = async <S>(send: (version: string | undefined) => Promise<S>): Promise<S> => {
    setRefusal(undefined);
    setSaved(false);
    setBusy(true);
    try {
      const answer = await send(data?.version ?? undefined);
      setSaved(true);
      return answer;
    } finally {
      await Promise.all([
        queries.invalidateQueries(query(phoneEndpoints.listPhones, { params })),
        // The preferred number stands there too.
        queries.invalidateQueries({ queryKey: ["GET", "/psychics/{id}", { params }] }),
        queries.invalidateQueries({ queryKey: ["GET", "/psychics/{id}/profile", { params }] }),
        queries.invalidateQueries({ queryKey: ["GET", "/profile"] }),
      ]);
      setBusy(false);
    }
  };

  /** For what has no form to show a refusal in. */
  const told = async (send: (version: string | undefined) => Promise<unknown>) => {
    try {
      await change(send);
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused;
      const { errors, detail } = refused.problem ?? {};
      setRefusal(errors?.[0]?.message ?? detail ?? sentenceOf(refused));
    }
  };

  return {
    phones: data?.data.phones,
    version: data?.version ?? null,
    error,
    refetch,
    busy,
    saved,
    refusal,
    store: (phone: PhoneChange): Promise<Saved<typeof phoneEndpoints.savePhone>> =>
      change((version) => save(phoneEndpoints.savePhone, { params, body: { phone } }, version)),
    remove: (id: number) =>
      told((version) =>
        save(phoneEndpoints.savePhone, { params, body: { phone: { id, delete: true } } }, version),
      ),
    prefer: (id: number) =>
      told((version) =>
        save(phoneEndpoints.preferPhone, { params: { ...params, phoneId: String(id) } }, version),
      ),
  };
}
