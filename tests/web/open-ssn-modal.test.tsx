import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { OpenSsnModal } from "#web/manager/psychics/profile/open-ssn-modal.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("an opened SSN disappears after 30 seconds", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async () => Response.json({ ssn: "900553817" }));
  const onClose = vi.fn();
  render(<OpenSsnModal userId={7} username="Luna" onClose={onClose} />);
  fireEvent.change(screen.getByLabelText("Reason"), { target: { value: "The bank refused" } });
  fireEvent.submit(screen.getByLabelText("Reason").closest("form") as HTMLFormElement);
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(screen.getByText("900-55-3817")).toBeDefined();
  expect(screen.getByText("It disappears in 30 seconds.")).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(29_000));
  expect(screen.getByText("It disappears in 1 second.")).toBeDefined();
  expect(onClose).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(1500));
  expect(onClose).toHaveBeenCalled();
});
