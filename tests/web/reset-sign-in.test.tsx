import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "#web/api/api-error.ts";
import { ResetSignIn } from "#web/features/security/reset-sign-in.tsx";
import { show } from "./fixtures/fake-api.tsx";

afterEach(cleanup);

const refused = (code: "state_forbids" | "confirmation_needed", detail?: string) => {
  const problem = { type: `urn:problem:${code}` as const, title: "Not possible", status: 409 };
  return new ApiError(409, code, { ...problem, ...(detail && { detail }) });
};

test("a reset says what it removes; a refusal is shown, a canceled confirmation is not", async () => {
  const reset = vi.fn<() => Promise<void>>();
  reset.mockRejectedValueOnce(refused("state_forbids", "Only a command resets an owner"));
  reset.mockRejectedValueOnce(refused("confirmation_needed"));
  reset.mockResolvedValue();
  const onClose = vi.fn();
  show(<ResetSignIn username="delia" afterwards="It begins again." {...{ reset, onClose }} />);
  screen.getByText(/removes all passkeys, the code app and the recovery codes of delia/);
  const press = () => fireEvent.click(screen.getByRole("button", { name: "Reset Sign-In" }));
  press();
  await screen.findByText("Only a command resets an owner");
  press();
  await waitFor(() => expect(reset).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(""));
  expect(onClose).not.toHaveBeenCalled();
  await waitFor(() =>
    expect(
      screen.getByRole("button", { name: "Reset Sign-In" }).getAttribute("aria-disabled"),
    ).toBeNull(),
  );
  press();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
