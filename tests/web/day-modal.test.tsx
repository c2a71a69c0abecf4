// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { DayModal } from "#web/features/schedule/day-modal.tsx";
import type { Week } from "#web/features/schedule/week.ts";

afterEach(cleanup);

const week: Week = [{ day: 2, status: "A", from: "09:00", to: "17:00" }];

/** @returns the week that the modal leaves when it is closed. */
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

test("days that were chosen to copy to are not dropped by the button that closes the day", () => {
  const left = leave((name) => fireEvent.click(screen.getByText(name)));
  expect(left).toEqual([...week, { ...week[0], day: 1 }]);
});

test("the cross leaves the week as it is", () => {
  const left = leave(() => fireEvent.click(screen.getByRole("button", { name: "Close" })));
  expect(left).toEqual(week);
});
