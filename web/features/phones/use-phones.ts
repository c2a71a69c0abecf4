import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { RequestOf } from "#shared/http/endpoint.ts";
import { type Phone, phoneEndpoints } from "#shared/phones.ts";
import { writtenPhone } from "#shared/rules/phone-number.ts";
import { ApiError } from "#web/api/api-error.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { query } from "#web/api/query.ts";
import { type Saved, save } from "#web/api/save.ts";
import { versionedQuery } from "#web/api/versioned-query.ts";

export type PhoneChange = RequestOf<typeof phoneEndpoints.savePhone>["body"]["phone"];

type PhonesSaved = Pick<Saved<typeof phoneEndpoints.savePhone>, "version" | "isWaiting">;
type Send = (version: string | undefined) => Promise<PhonesSaved>;

/** The numbers of somebody, and their changes: each is saved as soon as it is made. */
export function usePhones(userId: number) {
  const queries = useQueryClient();
  const params = { id: String(userId) };
  const list = versionedQuery(phoneEndpoints.listPhones, { params });
  const { data, error, refetch } = useQuery(list);
  const before = useRef<Promise<unknown>>(Promise.resolve());
  /** The versions that our own changes made of others. */
  const ours = useRef(new Map<string, string>());
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [outcome, setOutcome] = useState<"saved" | "waiting">();

  /** One after another: each is made on what the one before it left, however fast they come. */
  const change = (send: Send, made?: string): Promise<PhonesSaved> => {
    const done = before.current.then(() => changeNow(send, made));
    before.current = done.catch(() => undefined);
    return done;
  };

  /** What a change is made on: what its user saw, and what our own changes since have made of it. */
  const versionOf = (made: string | undefined): string | undefined => {
    let version = made ?? queries.getQueryData(list.queryKey)?.version ?? undefined;
    for (let next = version; next; next = ours.current.get(next)) version = next;
    return version;
  };

  /** Whatever became of a change, what stands is shown afterwards. */
  const changeNow = async (send: Send, made?: string): Promise<PhonesSaved> => {
    setRefusal(undefined);
    setOutcome(undefined);
    setBusy(true);
    try {
      const on = versionOf(made);
      const answer = await send(on);
      if (on && answer.version) ours.current.set(on, answer.version);
      setOutcome(answer.isWaiting ? "waiting" : "saved");
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

  /** For what has no form to show a refusal in. @returns whether it was taken. */
  const told = async (send: Send) => {
    try {
      await change(send);
      return true;
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused;
      const { errors, detail } = refused.problem ?? {};
      setRefusal(errors?.[0]?.message ?? detail ?? sentenceOf(refused));
      return false;
    }
  };

  return {
    phones: data?.data.phones,
    version: data?.version ?? null,
    error,
    refetch,
    busy,
    outcome,
    refusal,
    /** Before something else is done. */
    forgetRefusal: () => setRefusal(undefined),
    /** @param made the version that the fields show; one more number takes nothing from any. */
    store: (phone: PhoneChange, made: string | undefined) =>
      change((on) => save(phoneEndpoints.savePhone, { params, body: { phone } }, on), made),
    remove: ({ id, phone_number }: Phone) =>
      told((version) =>
        save(
          phoneEndpoints.savePhone,
          { params, body: { phone: { id, delete: true } } },
          version,
          writtenPhone(phone_number),
        ),
      ),
    prefer: ({ id, phone_number }: Phone) =>
      told((version) =>
        save(
          phoneEndpoints.preferPhone,
          { params: { ...params, phoneId: String(id) } },
          version,
          writtenPhone(phone_number),
        ),
      ),
  };
}
