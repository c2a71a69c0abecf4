import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "#web/api/api-error.ts";
import {
  answerConfirmation,
  isConfirmationAsked,
  sendConfirmed,
  watchConfirmation,
} from "#web/api/confirmation.ts";
import { storeSession } from "#web/api/stored-session.ts";

const needed = () => Promise.reject(new ApiError(409, "confirmation_needed"));
const session = (user_id: number) => ({
  user_id,
  username: "luna",
  first: "Luna",
  manager: 1,
  manager_name: null,
  manager_phone: null,
  manager_email: null,
  pay_day: 1,
});
const asked = () => vi.waitFor(() => expect(isConfirmationAsked()).toBe(true), { timeout: 10_000 });

beforeEach(() => storeSession(session(7)));

test("a save that needs a confirmation asks for it, and is then sent again (B6)", async () => {
  const unwatch = watchConfirmation(() => {});
  const send = vi.fn<() => Promise<string>>().mockImplementationOnce(needed);
  send.mockResolvedValue("saved");
  const other = vi.fn<() => Promise<string>>().mockImplementationOnce(needed);
  other.mockResolvedValue("saved too");
  const both = Promise.all([sendConfirmed(send), sendConfirmed(other)]);
  await asked();
  expect(send).toHaveBeenCalledTimes(1);
  // One confirmation is enough for both.
  answerConfirmation(true);
  expect(await both).toEqual(["saved", "saved too"]);
  expect(isConfirmationAsked()).toBe(false);
  unwatch();
});

test("if the user cancels or is signed out, the save is refused (B6)", async () => {
  const unwatch = watchConfirmation(() => {});
  for (const end of [() => answerConfirmation(false), () => storeSession(null)]) {
    const send = vi.fn(needed);
    const saving = sendConfirmed(send);
    saving.catch(() => {});
    await asked();
    // Storing the same session again does not count as another session.
    storeSession(session(7));
    expect(isConfirmationAsked()).toBe(true);
    end();
    await expect(saving).rejects.toMatchObject({ code: "confirmation_needed" });
    expect(send).toHaveBeenCalledTimes(1);
    expect(isConfirmationAsked()).toBe(false);
    storeSession(session(7));
  }
  unwatch();
});

test("without a screen that can ask, or after any other refusal, no question is asked (B6)", async () => {
  await expect(sendConfirmed(needed)).rejects.toMatchObject({ code: "confirmation_needed" });
  const unwatch = watchConfirmation(() => {});
  const refused = () => Promise.reject(new ApiError(409, "state_forbids"));
  await expect(sendConfirmed(refused)).rejects.toMatchObject({ code: "state_forbids" });
  expect(isConfirmationAsked()).toBe(false);
  unwatch();
});
