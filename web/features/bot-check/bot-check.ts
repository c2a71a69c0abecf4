import { botCheckEndpoints } from "#shared/bot-check.ts";
import { call } from "#web/api/call.ts";

/** Milliseconds until we discard an answer. The server accepts it for 20 minutes. */
const freshFor = 15 * 60_000;

export type BotCheckState = "idle" | "working" | "passed" | "failed";

/** The bot check of one form. It does the work once, before the form is sent. */
export interface BotCheck {
  state(): BotCheckState;
  watch(watcher: () => void): () => void;
  /**
   * Returns the answer; computes it if there is none or it is too old.
   * @throws ApiError where no challenge came; Error where the browser cannot solve it.
   */
  answer(): Promise<string>;
  /** Discards the answer after a refusal; the next one is new. */
  forget(): void;
}

export function createBotCheck(): BotCheck {
  const watchers = new Set<() => void>();
  let state: BotCheckState = "idle";
  let held: { since: number; answer: Promise<string> } | null = null;

  const become = (next: BotCheckState) => {
    state = next;
    for (const watcher of watchers) watcher();
  };

  const work = async () => {
    // The solver loads only when it is needed.
    const [challenge, { solve }] = await Promise.all([
      call(botCheckEndpoints.getBotCheck),
      import("./solve.ts"),
    ]);
    return solve(challenge);
  };

  const begin = (): Promise<string> => {
    const mine = { since: Date.now(), answer: work() };
    held = mine;
    become("working");
    mine.answer.then(
      () => held === mine && become("passed"),
      () => {
        if (held !== mine) return;
        held = null;
        become("failed");
      },
    );
    return mine.answer;
  };

  return {
    state: () => state,
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    answer: () => (held && Date.now() - held.since < freshFor ? held.answer : begin()),
    forget() {
      held = null;
      become("idle");
    },
  };
}
