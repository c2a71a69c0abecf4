import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { DayModal } from "#web/features/schedule/day-modal.tsx";
import type { Week } from "#web/features/schedule/week.ts";

afterEach(cleanup);

const week: Week = [{ day: 2, status: "A", from: "09:00", to: "17:00" }];

/**
 * Chooses Sunday as a copy's target, then closes the modal. Returns the week that the modal passes
 * on.
 */
function leave(press: (name: string) => void): Week {
  const onClose = vi.fn<(week: Week) => void>();
  const { unmount } = render(
    <DayModal {...{ day: 2, name: "Monday", week, now: 0 }} onWeek={() => {}} onClose={onClose} />,
  );
  fireEvent.click(screen.getByText("Copy to Other Days"));
  fireEvent.click(screen.getByLabelText("Sunday"));
  press("Copy and Close");
  unmount();
  return onClose.mock.calls[0]?.[0] ?? [];
}

test("Copy and Close copies the times to the chosen days", () => {
  const left = leave((name) => fireEvent.click(screen.getByText(name)));
  expect(left).toEqual([...week, { ...week[0], day: 1 }]);
});

test("the cross does not change the week", () => {
  const left = leave(() => fireEvent.click(screen.getByRole("button", { name: "Close" })));
  expect(left).toEqual(week);
});

test("only the time that was changed last shows its overlaps", () => {
  function Day() {
    const [edited, setEdited] = useState(week);
    const props = { day: 2, name: "Monday", week: edited, now: 0 };
    return <DayModal {...props} onWeek={setEdited} onClose={() => {}} />;
  }
  render(<Day />);
  fireEvent.click(screen.getByRole("button", { name: "Add a Time" }));
  const notes = () => screen.getAllByText(/^Overlaps/).map((note) => note.textContent);
  expect(notes()).toEqual(["Overlaps Monday, 9:00 AM – 5:00 PM"]);
});
