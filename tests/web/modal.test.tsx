import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { catchSteps, takeBack } from "#web/lib/history-steps.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmModal } from "#web/ui/form/confirm-modal.tsx";
import { tellSaved } from "#web/ui/form/tell-saved.ts";
import { Modal } from "#web/ui/modal.tsx";
import { currentNotices, dismissNotice, showNotice } from "#web/ui/notice-store.ts";
import { Notices } from "#web/ui/notices.tsx";
import { Pager } from "#web/ui/table/pager.tsx";

afterEach(() => {
  cleanup();
  for (const { id } of currentNotices()) dismissNotice(id);
});

test("if a modal's opener is gone, the focus moves to the heading (G1)", () => {
  function Undoing() {
    const [changed, setChanged] = useState(true);
    const [asking, setAsking] = useState(false);
    return (
      <>
        <h1 tabIndex={-1}>Schedule</h1>
        {changed && <Button onClick={() => setAsking(true)}>Undo</Button>}
        {asking && (
          <ConfirmModal
            onYes={() => {
              setChanged(false);
              setAsking(false);
            }}
            onNo={() => setAsking(false)}
          />
        )}
      </>
    );
  }
  render(<Undoing />);
  const undo = screen.getByRole("button", { name: "Undo" });
  undo.focus();
  fireEvent.click(undo);
  fireEvent.click(screen.getByText("No"));
  expect(document.activeElement).toBe(undo);
  fireEvent.click(undo);
  fireEvent.click(screen.getByText("Yes"));
  expect(document.activeElement?.textContent).toBe("Schedule");
});

test("on the last page the focus stays on Next page (G1)", () => {
  function Paged() {
    const [page, setPage] = useState(1);
    const all = { size: 10, total: 20, loadedRows: 10, onRetry: undefined, noun: "calls" } as const;
    return <Pager {...all} page={page} onPage={setPage} onSize={() => undefined} />;
  }
  render(<Paged />);
  const next = screen.getByRole("button", { name: "Next page" });
  next.focus();
  fireEvent.click(next);
  screen.getByText("11–20 of 20 calls");
  screen.getByText("Page 2 of 2");
  expect(document.activeElement).toBe(next);
  expect(next.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(next);
  screen.getByText("11–20 of 20 calls");
  screen.getByText("Page 2 of 2");
});

test("what waits to be sent does not look like a finished save (D41)", () => {
  render(<Notices />);
  act(() => tellSaved(true, "Schedule Saved", "Your schedule was saved"));
  const notices = screen.getByRole("status");
  const waiting = within(notices).getByText("Waiting to send").closest(".notice");
  expect(waiting?.className).toBe("notice is-waiting");
  act(() => tellSaved(false, "Schedule Saved", "Your schedule was saved"));
  const saved = within(notices).getByText("Schedule Saved").closest(".notice");
  expect(saved?.className).toBe("notice");
});

test("a notice can be reached while a modal is open, and stays after the modal has closed (G8)", () => {
  const modals = (count: number) => (
    <>
      <Notices />
      {count > 0 && (
        <Modal title="Outer" onClose={() => undefined}>
          {count > 1 && (
            <Modal title="Inner" onClose={() => undefined}>
              Words
            </Modal>
          )}
        </Modal>
      )}
    </>
  );
  const { rerender } = render(modals(1));
  rerender(modals(2));
  act(() => showNotice({ kind: "danger", title: "Not Saved", text: "Why", persistent: true }));
  const inner = screen.getAllByRole("dialog", { hidden: true }).at(-1) as HTMLElement;
  expect(screen.getAllByText("Not Saved")).toEqual([within(inner).getByText("Not Saved")]);
  rerender(modals(1));
  const outer = screen.getByRole("dialog", { hidden: true });
  expect(screen.getAllByText("Not Saved")).toEqual([within(outer).getByText("Not Saved")]);
  rerender(modals(0));
  fireEvent.click(screen.getByRole("button", { name: "Close: Not Saved" }));
  expect(screen.queryByText("Not Saved")).toBeNull();
});

/** Imitates Back by one entry of the history, and expects the modal to undo it. */
function stepBack() {
  const go = vi.spyOn(history, "go").mockImplementation(() => {
    // Undoing a step is a step, too.
    window.dispatchEvent(new PopStateEvent("popstate", { state: { idx: 2 } }));
  });
  const router = vi.fn();
  window.addEventListener("popstate", router);
  window.dispatchEvent(new PopStateEvent("popstate", { state: { idx: 1 } }));
  window.removeEventListener("popstate", router);
  expect(router).not.toHaveBeenCalled();
  expect(go.mock.calls).toEqual([[1]]);
  go.mockRestore();
}

test("Back closes the modal on top and nothing below it", () => {
  history.replaceState({ idx: 2 }, "");
  function Profile() {
    const [open, setOpen] = useState(2);
    return (
      <>
        {open > 0 && (
          <Modal title="Phone Numbers" onClose={() => setOpen(0)}>
            Numbers
          </Modal>
        )}
        {open > 1 && (
          <Modal title="Confirm That It Is You" onClose={() => setOpen(1)}>
            Password
          </Modal>
        )}
      </>
    );
  }
  render(<Profile />);
  act(stepBack);
  expect(screen.queryByText("Password")).toBeNull();
  screen.getByText("Numbers");
  act(stepBack);
  expect(screen.queryByText("Numbers")).toBeNull();
});

test("closing a modal within a modal does not close the outer one", () => {
  const onClose = vi.fn();
  function Phones() {
    const [asking, setAsking] = useState(true);
    return (
      <Modal title="Phone Numbers" unsaved onClose={onClose}>
        {asking && (
          <Modal title="Remove It?" onClose={() => setAsking(false)}>
            Question
          </Modal>
        )}
      </Modal>
    );
  }
  render(<Phones />);
  const inner = screen.getByRole("dialog", { name: "Remove It?", hidden: true });
  fireEvent.click(within(inner).getByRole("button", { name: "Close" }));
  expect(screen.queryByText("Question")).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
});

test("Back closes the modal that a step back opened", () => {
  history.replaceState({ idx: 2 }, "");
  const onClose = vi.fn();
  const go = vi.spyOn(history, "go").mockImplementation(() => {});
  const step = (idx: number) =>
    act(() => void window.dispatchEvent(new PopStateEvent("popstate", { state: { idx } })));
  // The screen undoes the step. The modal opens before the browser has finished that.
  const end = catchSteps((event) => takeBack(event, 2) !== 0);
  history.replaceState({ idx: 1 }, "");
  step(1);
  render(
    <Modal title="Leave?" onClose={onClose}>
      Words
    </Modal>,
  );
  step(2);
  history.replaceState({ idx: 2 }, "");
  step(1);
  expect(onClose).toHaveBeenCalled();
  step(2);
  end();
  go.mockRestore();
});

test("Back asks before it closes a modal that was typed in", () => {
  history.replaceState({ idx: 2 }, "");
  const onClose = vi.fn();
  render(
    <Modal title="Add a number" unsaved onClose={onClose}>
      Typed
    </Modal>,
  );
  act(stepBack);
  screen.getByText("Close without saving what you typed?");
  expect(onClose).not.toHaveBeenCalled();
});

test("an opened modal moves the focus to its heading, so that Enter closes nothing", () => {
  render(
    <Modal title="Monday" onClose={() => undefined}>
      <button type="button">Done</button>
    </Modal>,
  );
  expect(document.activeElement?.textContent).toBe("Monday");
});

test("a question about losing text emphasizes the button that loses nothing", () => {
  render(<ConfirmModal isLoss yes="Leave" no="Stay" onYes={() => {}} onNo={() => {}} />);
  expect(screen.getByText("Stay").className).toContain("is-primary");
  expect(screen.getByText("Leave").className).not.toContain("is-primary");
});

test("a press on the backdrop closes the modal if it began there, and is not part of a double tap", () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(1000);
  const onClose = vi.fn();
  render(
    <Modal title="Discard it?" onClose={onClose}>
      Words
    </Modal>,
  );
  const backdrop = screen.getByRole("dialog", { hidden: true });
  const press = (begun: Element) => {
    fireEvent.pointerDown(begun);
    fireEvent.click(backdrop);
  };
  clock.mockReturnValue(1499);
  press(backdrop);
  clock.mockReturnValue(1500);
  press(screen.getByText("Words"));
  expect(onClose).not.toHaveBeenCalled();
  press(backdrop);
  expect(onClose).toHaveBeenCalledOnce();
  clock.mockRestore();
});
