import { ApiError } from "./api-error.ts";
import { storedSession, watchSession } from "./stored-session.ts";

/** The open confirmation prompt; all requests that need a confirmation wait for one answer. */
interface Question {
  userId: number | undefined;
  answered: Promise<boolean>;
  answer: (isConfirmed: boolean) => void;
}

let question: Question | null = null;
const watchers = new Set<() => void>();

function show(next: Question | null): void {
  question = next;
  for (const watcher of watchers) watcher();
}

export const isConfirmationAsked = () => question !== null;

export function watchConfirmation(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/**
 * Asks the signed-in user to confirm with a passkey, a code or the password, on the current screen
 * (B6, D53).
 * @returns whether the server confirmed it; false if the user canceled or no screen can ask.
 */
export function askToConfirm(): Promise<boolean> {
  if (question) return question.answered;
  if (watchers.size === 0) return Promise.resolve(false);
  let answer: Question["answer"] = () => {};
  const answered = new Promise<boolean>((resolve) => {
    answer = resolve;
  });
  show({ userId: storedSession()?.user_id, answered, answer });
  return answered;
}

/** Takes the question off the screen. */
export function answerConfirmation(isConfirmed: boolean): void {
  const asked = question;
  show(null);
  asked?.answer(isConfirmed);
}

// The question was for the user who was signed in.
watchSession(() => {
  if (question && question.userId !== storedSession()?.user_id) answerConfirmation(false);
});

const isNeeded = (error: unknown) =>
  error instanceof ApiError && error.code === "confirmation_needed";

/** Sends a request; if the server wants a confirmation first, asks for it and sends again. */
export async function sendConfirmed<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!isNeeded(error) || !(await askToConfirm())) throw error;
    return send();
  }
}
