import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { RangeChoice } from "#web/ui/table/range-choice.tsx";
import { shortDays } from "#web/ui/table/usual-ranges.ts";

afterEach(cleanup);

/** A Wednesday. */
const today = "2026-07-22";
const onRange = vi.fn();

function renderChoice(start: string, end: string) {
  onRange.mockClear();
  const button = createRef<HTMLButtonElement>();
  render(
    <RangeChoice range={{ start, end }} {...{ button, today, onRange, payDay: 1, busy: false }} />,
  );
  return screen.getByRole("button", { name: /^Dates:/ });
}

test.each([
  ["2026-07-22", "2026-07-22", "Dates: Today 07/22"],
  ["2026-07-19", "2026-07-25", "Dates: Current period 07/19 – 07/25"],
  ["2026-07-12", "2026-07-18", "Dates: Last period 07/12 – 07/18"],
  ["2026-07-16", "2026-07-22", "Dates: Last 7 days 07/16 – 07/22"],
  ["2026-06-23", "2026-07-22", "Dates: Last 30 days 06/23 – 07/22"],
  ["2026-07-01", "2026-07-02", "Dates: 07/01 – 07/02"],
])("the button shows the days %s to %s", (start, end, name) => {
  expect(renderChoice(start, end).textContent).toBe(name);
});

test("days of other years show their years", () => {
  expect(shortDays({ start: "2025-12-28", end: "2026-01-03" }, today)).toBe(
    "12/28/2025 – 01/03/2026",
  );
  expect(shortDays({ start: "2025-12-28", end: "2025-12-28" }, today)).toBe("12/28/2025");
});

test("a usual range is chosen in the panel, which then closes", () => {
  const button = renderChoice("2026-07-16", "2026-07-22");
  expect(screen.queryByRole("button", { name: "Update" })).toBeNull();
  fireEvent.click(button);
  const pressed = screen.getAllByRole("button", { pressed: true });
  expect(pressed.map(({ textContent }) => textContent)).toEqual(["Last 7 days"]);
  fireEvent.click(screen.getByRole("button", { name: "Last period" }));
  expect(onRange).toHaveBeenCalledExactlyOnceWith({ start: "2026-07-12", end: "2026-07-18" });
  expect(button.getAttribute("aria-expanded")).toBe("false");
  expect(document.activeElement).toBe(button);
});

test("the panel stays in the window, even when it is opened again", () => {
  vi.spyOn(window, "innerWidth", "get").mockReturnValue(1000);
  // With its margin, this panel reaches 40 px beyond the window until the code moves it back.
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const moved = Number.parseFloat((this as HTMLElement).style.insetInlineStart || "0");
    return new DOMRect(600, 0, 424 + moved, 200);
  });
  const button = renderChoice("2026-07-16", "2026-07-22");
  const panel = document.getElementById(button.getAttribute("aria-controls") ?? "");
  for (const opening of ["first", "second"]) {
    fireEvent.click(button);
    expect(panel?.style.insetInlineStart, opening).toBe("-40px");
    fireEvent.click(button);
  }
});

test("Update applies From and To; wrong dates keep the panel open", () => {
  const button = renderChoice("2026-07-16", "2026-07-22");
  fireEvent.click(button);
  const update = screen.getByRole("button", { name: "Update" });
  expect(update.className).not.toContain("is-primary");
  fireEvent.change(screen.getByLabelText("To"), { target: { value: "2026-07-01" } });
  expect(update.className).toContain("is-primary");
  fireEvent.click(update);
  expect(screen.getByText("The end date is before the start date.")).toBeTruthy();
  expect(onRange).not.toHaveBeenCalled();
  fireEvent.change(screen.getByLabelText("From"), { target: { value: "2026-06-30" } });
  fireEvent.click(update);
  expect(onRange).toHaveBeenCalledExactlyOnceWith({ start: "2026-06-30", end: "2026-07-01" });
});

test("Escape and a click elsewhere close the panel and discard typed dates", () => {
  const button = renderChoice("2026-07-16", "2026-07-22");
  const leave = [
    () => fireEvent.keyDown(screen.getByLabelText("From"), { key: "Escape" }),
    () => fireEvent.pointerDown(document.body),
  ];
  for (const close of leave) {
    fireEvent.click(button);
    fireEvent.change(screen.getByLabelText("From"), { target: { value: "2026-07-01" } });
    close();
    expect(button.getAttribute("aria-expanded")).toBe("false");
    fireEvent.click(button);
    const panel = document.getElementById(button.getAttribute("aria-controls") ?? "");
    if (!panel) throw new Error("no panel");
    expect(within(panel).getByLabelText<HTMLInputElement>("From").value).toBe("2026-07-16");
    fireEvent.click(button);
  }
});
