import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { BrowserRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RejectModal } from "#web/features/rejection/reject-modal.tsx";
import { KeysHelp } from "#web/manager/approvals/keys-help.tsx";
import { Review } from "#web/manager/approvals/review.tsx";
import {
  ShortcutKeys,
  useApproveShortcut,
  useShortcut,
  useShortcutKeys,
} from "#web/manager/approvals/use-shortcut-keys.ts";
import { VerdictButtons } from "#web/manager/approvals/verdict-buttons.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";

const approve = vi.fn();

function Verdict({ version = "1", busy = false }) {
  const approveKey = useApproveShortcut(version);
  const rejectKey = useShortcut("R");
  const [rejecting, setRejecting] = useState(false);
  return (
    <>
      <Button {...approveKey} busy={busy} onClick={approve}>
        Approve
      </Button>
      <Button {...rejectKey} onClick={() => setRejecting(true)}>
        Reject
      </Button>
      {rejecting && (
        <Modal title="Reject Listing" onClose={() => setRejecting(false)}>
          Why?
        </Modal>
      )}
    </>
  );
}

function Screen(props: { version?: string; busy?: boolean }) {
  const keys = useShortcutKeys();
  return (
    <ShortcutKeys value={keys.isOn}>
      <Verdict {...props} />
      <input aria-label="Search" />
      <KeysHelp {...keys} />
    </ShortcutKeys>
  );
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
const press = (key: string, options = {}) => fireEvent.keyDown(document.body, { key, ...options });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  localStorage.clear();
  approve.mockClear();
});

test("a letter presses its button, which gets the focus", () => {
  render(<Screen />);
  pass(1000);
  press("a");
  expect(approve).toHaveBeenCalledOnce();
  expect(document.activeElement?.textContent).toBe("Approve");
  // With Caps Lock the key is an upper-case letter.
  press("A");
  expect(approve).toHaveBeenCalledTimes(2);
});

test("an approval or a newer version that has just appeared is not decided by the next press", () => {
  const { rerender } = render(<Screen />);
  pass(600);
  press("a");
  pass(400);
  rerender(<Screen version="2" />);
  press("a");
  pass(600);
  press("a");
  expect(approve).not.toHaveBeenCalled();
  pass(200);
  press("a");
  expect(approve).toHaveBeenCalledOnce();
});

test("a key that is held, combined, in a field, below a modal or during a save approves nothing", () => {
  const { rerender } = render(<Screen />);
  pass(1000);
  press("a", { repeat: true });
  press("a", { ctrlKey: true });
  press("a", { altKey: true });
  press("a", { metaKey: true });
  fireEvent.keyDown(screen.getByLabelText("Search"), { key: "a" });
  rerender(<Screen busy />);
  press("a");
  rerender(<Screen />);
  press("r");
  screen.getByRole("dialog", { name: "Reject Listing" });
  press("a");
  expect(approve).not.toHaveBeenCalled();
});

test("? lists the keys; if turned off, they do nothing, even at the next visit", () => {
  render(<Screen />);
  pass(1000);
  press("?");
  const box = screen.getByLabelText<HTMLInputElement>("Use these keys on this computer");
  expect(screen.getByRole("dialog", { name: "Keys" }).textContent).toContain("Approve it");
  fireEvent.click(box);
  cleanup();
  render(<Screen />);
  pass(1000);
  press("a");
  press("?");
  expect(approve).not.toHaveBeenCalled();
  expect(screen.queryByRole("dialog")).toBeNull();

  // The button still opens the list, so that the user can turn the keys on again.
  fireEvent.click(screen.getByRole("button", { name: "Keys ?" }));
  fireEvent.click(screen.getByLabelText("Use these keys on this computer"));
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  cleanup();
  render(<Screen />);
  pass(1000);
  press("a");
  expect(approve).toHaveBeenCalledOnce();
});

test("each control of a review names its key", () => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  const open = vi.fn();
  const nothing = async () => undefined;
  const client = new QueryClient();
  const review = (isOn: boolean) => (
    <QueryClientProvider client={client}>
      <BrowserRouter>
        <ShortcutKeys value={isOn}>
          <Review
            {...{ opened: "Listing-1", name: undefined, takesFocus: false, closed: "?", open }}
            neighbors={{ previous: "Profile-9", next: "Picture-3" }}
            onDecided={nothing}
          />
          <VerdictButtons
            {...{ userId: 1, what: "Listing", version: "1", takesReason: true }}
            {...{ approve: nothing, reject: nothing, onDecided: nothing }}
          />
        </ShortcutKeys>
      </BrowserRouter>
    </QueryClientProvider>
  );
  const { rerender } = render(review(true));
  pass(1000);
  const keysOf = (name: string) =>
    screen.getByRole("button", { name }).getAttribute("aria-keyshortcuts");
  expect(["Next", "Previous", "Approve Listing", "Reject Listing"].map(keysOf)).toEqual([
    ...["J", "K", "A", "R"],
  ]);
  rerender(review(false));
  expect(document.querySelector("[aria-keyshortcuts]")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  fireEvent.click(screen.getByRole("button", { name: "Previous" }));
  expect(open.mock.calls).toEqual([["Picture-3"], ["Profile-9"]]);
});

test("a rejection starts with the focus on the reason; a chip adds or removes its sentence", () => {
  function Rejecting() {
    const [reason, setReason] = useState("");
    const nothing = () => undefined;
    return (
      <RejectModal
        {...{ what: "Listing", reason, onReason: setReason, busy: false, problem: undefined }}
        onReject={nothing}
        onClose={nothing}
      />
    );
  }
  render(<Rejecting />);
  const field = screen.getByLabelText<HTMLTextAreaElement>("Reason");
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: "Dear Luna." } });
  const chip = screen.getByRole("button", { name: "Spelling" });
  fireEvent.click(chip);
  expect(field.value).toBe("Dear Luna. Please correct the spelling and grammar.");
  expect(chip.getAttribute("aria-pressed")).toBe("true");
  fireEvent.click(screen.getByRole("button", { name: "Too short" }));
  fireEvent.click(chip);
  expect(field.value).toBe(
    "Dear Luna. Please tell customers more about your experience and how you read.",
  );
});
