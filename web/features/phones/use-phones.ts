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

/** A user's numbers and functions to change them. Each change is saved at once. */
export function usePhones(userId: number) {
  const queries = useQueryClient();
  const params = { id: String(userId) };
  const list = versionedQuery(phoneEndpoints.listPhones, { params });
  const { data, error, refetch } = useQuery(list);
  const before = useRef<Promise<unknown>>(Promise.resolve());
  /** Maps a version to the next one, if our own change created the next one. */
  const nextVersions = useRef(new Map<string, string>());
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [outcome, setOutcome] = useState<"saved" | "waiting">();

  /** Runs changes one after another, each on the result of the one before. */
  const change = (send: Send, baseVersion?: string): Promise<PhonesSaved> => {
    const done = before.current.then(() => changeNow(send, baseVersion));
    before.current = done.catch(() => undefined);
    return done;
  };

  /** The version for a change: the one that the user saw, plus our own changes since. */
  const versionOf = (baseVersion: string | undefined): string | undefined => {
    let version = baseVersion ?? queries.getQueryData(list.queryKey)?.version ?? undefined;
    for (let next = version; next; next = nextVersions.current.get(next)) version = next;
    return version;
  };

  /** Reloads the numbers after a change, even a failed one. */
  const changeNow = async (send: Send, baseVersion?: string): Promise<PhonesSaved> => {
    setRefusal(undefined);
    setOutcome(undefined);
    setBusy(true);
    try {
      const version = versionOf(baseVersion);
      const answer = await send(version);
      if (version && answer.version) nextVersions.current.set(version, answer.version);
      setOutcome(answer.isWaiting ? "waiting" : "saved");
      return answer;
    } finally {
      // These answers contain the preferred number too.
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

  /** For changes without a form: shows a refusal in the modal. @returns whether it was saved. */
  const changeAndShowRefusal = async (send: Send) => {
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
    /** Takes the refusal off the modal when the user opens a form. A change does so itself. */
    forgetRefusal: () => setRefusal(undefined),
    /** @param baseVersion the version that the fields show; undefined to add a number. */
    store: (phone: PhoneChange, baseVersion: string | undefined) =>
      change(
        (version) => save(phoneEndpoints.savePhone, { params, body: { phone } }, version),
        baseVersion,
      ),
    remove: ({ id, phone_number }: Phone) =>
      changeAndShowRefusal((version) =>
        save(
          phoneEndpoints.savePhone,
          { params, body: { phone: { id, delete: true } } },
          version,
          writtenPhone(phone_number),
        ),
      ),
    prefer: ({ id, phone_number }: Phone) =>
      changeAndShowRefusal((version) =>
        save(
          phoneEndpoints.preferPhone,
          { params: { ...params, phoneId: String(id) } },
          version,
          writtenPhone(phone_number),
        ),
      ),
  };
}
