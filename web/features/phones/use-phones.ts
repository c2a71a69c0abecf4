import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
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
  const list = versionedQuery(phoneEndpoints.listPhones, { params });
  const { data, error, refetch } = useQuery(list);
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  /** The last change, where it went well. */
  const [saved, setSaved] = useState<{ isWaiting: boolean }>();

  /** One after another: each is made on what the one before it left, however fast they come. */
  const change = <S extends { isWaiting: boolean }>(
    send: (version: string | undefined) => Promise<S>,
  ): Promise<S> => {
    const made = before.current.then(() => changeNow(send));
    before.current = made.catch(() => undefined);
    return made;
  };

  /** Whatever became of a change, what stands is shown afterwards. */
  const changeNow = async <S extends { isWaiting: boolean }>(
    send: (version: string | undefined) => Promise<S>,
  ): Promise<S> => {
    setRefusal(undefined);
    setSaved(undefined);
    setBusy(true);
    try {
      const answer = await send(queries.getQueryData(list.queryKey)?.version ?? undefined);
      setSaved(answer);
      return answer;
    } finally {
      // The preferred number stands there too.
      for (const queryKey of [
        ["GET", "/psychics/{id}", { params }],
        ["GET", "/psychics/{id}/profile", { params }],
        ["GET", "/profile"],
      ]) {
        void queries.invalidateQueries({ queryKey });
      }
      await queries.invalidateQueries(query(phoneEndpoints.listPhones, { params }));
      setBusy(false);
    }
  };

  /** For what has no form to show a refusal in. */
  const told = async (send: (version: string | undefined) => Promise<{ isWaiting: boolean }>) => {
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
