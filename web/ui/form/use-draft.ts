import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { putDraft, readDraft, removeDraft } from "#web/api/drafts.ts";
import type { SealingKey } from "#web/api/sealed.ts";
import { sealingKey } from "#web/api/sealing-key.ts";
import { onSaveDrafts } from "#web/api/session-end.ts";
import { useSession } from "#web/api/use-session.ts";
import { isWithinReach, watchReach } from "#web/lib/reach.ts";

interface DraftOptions {
  /** The name of the form, if a screen has several. */
  form: string;
  dirty: boolean;
  /** The values to store, without secrets. */
  values: () => unknown;
  /**
   * Receives the same user's draft of this form, if there is one: what was typed when a session
   * ended, or an unsent edit that is opened again.
   */
  onRestore: (values: unknown) => void;
}

/**
 * Stores what was typed when the session ends (D7), and returns it to the same user at the same
 * address. The key is fetched while the session is still valid.
 * @returns a function that removes the draft, for after a save or a discard.
 */
export function useDraft(options: DraftOptions): () => void {
  const session = useSession();
  const { pathname } = useLocation();
  const userId = session?.user_id;
  const address = `${pathname}#${options.form}`;
  const latest = useRef(options);
  latest.current = options;
  /**
   * A draft exists that the form does not show yet: its key could not be fetched, or the user had
   * already typed something.
   */
  const isUnread = useRef(false);

  useEffect(() => {
    if (userId === undefined) return;
    let gone = false;
    const read = () =>
      readDraft(userId, address).then(
        (values) => {
          // Do not overwrite what the user has typed since; the draft stays stored.
          isUnread.current = values !== null && latest.current.dirty;
          if (!gone && values !== null && !isUnread.current) latest.current.onRestore(values);
        },
        () => {
          isUnread.current = true;
        },
      );
    void read();
    const unwatch = watchReach(() => {
      if (isUnread.current && isWithinReach()) void read();
    });
    return () => {
      gone = true;
      unwatch();
    };
  }, [userId, address]);

  const { dirty } = options;
  useEffect(() => {
    if (!dirty || userId === undefined) return;
    let key: SealingKey | undefined;
    // Without a key nothing can be stored, but the form still works.
    sealingKey(userId).then(
      (held) => {
        key = held;
      },
      () => undefined,
    );
    return onSaveDrafts(() => {
      if (key) putDraft(key, address, latest.current.values()).catch(() => undefined);
    });
  }, [dirty, userId, address]);

  return () => {
    if (userId !== undefined && !isUnread.current)
      removeDraft(userId, address).catch(() => undefined);
  };
}
