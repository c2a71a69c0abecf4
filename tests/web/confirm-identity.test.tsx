import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Factors } from "#shared/factors.ts";
import { ApiError } from "#web/api/api-error.ts";
import { isConfirmationAsked, sendConfirmed } from "#web/api/confirmation.ts";
import { storeSession } from "#web/api/stored-session.ts";
import { ConfirmIdentityLater } from "#web/features/confirmation/confirm-identity-later.tsx";
import { fakeApi, invalid, noContent, refusal, show } from "./fixtures/fake-api.tsx";

const none: Factors = {
  ...{ passkeys: [], code_app_since: null, recovery_codes_left: 0, needed_by: null },
};

beforeEach(() => {
  storeSession({
    ...{ user_id: 7, username: "luna", first: "Luna", pay_day: 1 },
    ...{ manager: 1, manager_name: null, manager_phone: null, manager_email: null },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A request that is refused until the user has confirmed. */
function sendWhatNeedsIt() {
  const send = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new ApiError(409, "confirmation_needed"));
  send.mockResolvedValue("saved");
  return sendConfirmed(send);
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("a user who has a code app confirms with a code (B6, D53)", async () => {
  const sent = fakeApi({
    "GET /factors": () => Response.json({ ...none, code_app_since: "2026-01-01T00:00:00.000Z" }),
    "POST /sessions/confirm": (body) =>
      JSON.stringify(body) === '{"code":"123456"}'
        ? noContent()
        : invalid("code", "This code is not right"),
  });
  show(<ConfirmIdentityLater />);
  const saving = sendWhatNeedsIt();
  const field = await screen.findByLabelText("Code");
  expect(screen.queryByLabelText("Password")).toBeNull();
  fireEvent.change(field, { target: { value: "000000" } });
  press("Confirm");
  await screen.findByText("This code is not right");
  fireEvent.change(field, { target: { value: "123456" } });
  press("Confirm");
  expect(await saving).toBe("saved");
  expect(sent.map(({ call }) => call)).toEqual([
    "POST /sessions/confirm",
    "POST /sessions/confirm",
  ]);
  expect(isConfirmationAsked()).toBe(false);
});

test.each([
  ["a user who has only the password", () => Response.json(none)],
  ["a user of a server of an earlier release", () => refusal("not_found")],
])("%s confirms with the password", async (_, factors) => {
  const sent = fakeApi({ "GET /factors": factors, "POST /sessions/confirm": noContent });
  show(<ConfirmIdentityLater />);
  const saving = sendWhatNeedsIt();
  const field = await screen.findByLabelText("Password");
  await waitFor(() => expect(document.activeElement).toBe(field));
  fireEvent.change(field, { target: { value: "luna-demo" } });
  press("Confirm");
  expect(await saving).toBe("saved");
  expect(sent.at(-1)?.body).toEqual({ password: "luna-demo" });
});

test("a user whose only passkey belongs to another host confirms with a recovery code", async () => {
  const passkey = {
    ...{ id: 1, name: "Chrome", host: "elsewhere.example", last_used_at: null },
    created_at: "2026-01-01T00:00:00.000Z",
  };
  fakeApi({
    "GET /factors": () => Response.json({ ...none, passkeys: [passkey] }),
    "POST /sessions/confirm": noContent,
  });
  show(<ConfirmIdentityLater />);
  const saving = sendWhatNeedsIt();
  fireEvent.change(await screen.findByLabelText("Recovery Code"), {
    target: { value: "8KQ2M-4T7WD" },
  });
  expect(screen.queryByRole("button", { name: "Use a Passkey" })).toBeNull();
  press("Confirm");
  expect(await saving).toBe("saved");
});

test("if the server cannot say how to confirm, the user can try again or cancel", async () => {
  let isDown = true;
  fakeApi({
    "GET /factors": () => (isDown ? refusal("unavailable") : Response.json(none)),
  });
  show(<ConfirmIdentityLater />);
  const saving = sendWhatNeedsIt();
  saving.catch(() => {});
  await screen.findByText("We could not ask how you can confirm");
  isDown = false;
  press("Try Again");
  await screen.findByLabelText("Password");
  press("Cancel");
  await expect(saving).rejects.toMatchObject({ code: "confirmation_needed" });
});
