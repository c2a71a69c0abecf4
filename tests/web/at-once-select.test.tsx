import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { AtOnceSelect } from "#web/manager/psychics/summary/at-once-select.tsx";

afterEach(cleanup);

function open() {
  const onChoose = vi.fn();
  render(
    <AtOnceSelect
      aria-label="Status"
      value="A"
      wordsOf={(one) => `Word ${one}`}
      onChoose={onChoose}
    >
      <option>A</option>
      <option>B</option>
      <option>C</option>
    </AtOnceSelect>,
  );
  const select = screen.getByLabelText<HTMLSelectElement>("Status");
  const arrowTo = (value: string) => {
    fireEvent.keyDown(select, { key: "ArrowDown" });
    fireEvent.change(select, { target: { value } });
  };
  return { onChoose, select, arrowTo };
}

test("an arrow key on the closed select saves nothing before Enter (G2)", () => {
  const { onChoose, select, arrowTo } = open();
  arrowTo("B");
  arrowTo("C");
  expect(onChoose).not.toHaveBeenCalled();
  screen.getByText(/“Word C”/);
  fireEvent.keyDown(select, { key: "Enter" });
  expect(onChoose.mock.calls).toEqual([["C"]]);
});

test("Escape or leaving the select changes nothing (G2)", () => {
  const { onChoose, select, arrowTo } = open();
  arrowTo("B");
  fireEvent.keyDown(select, { key: "Escape" });
  expect(select.value).toBe("A");
  arrowTo("B");
  fireEvent.blur(select);
  expect(select.value).toBe("A");
  expect(onChoose).not.toHaveBeenCalled();
});

test("a choice by pointer, or from the open list, is saved at once", () => {
  const { onChoose, select } = open();
  fireEvent.pointerDown(select);
  fireEvent.change(select, { target: { value: "B" } });
  fireEvent.keyDown(select, { key: "Enter" });
  fireEvent.change(select, { target: { value: "C" } });
  expect(onChoose.mock.calls).toEqual([["B"], ["C"]]);
});
