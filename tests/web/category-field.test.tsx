import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { CategoryField } from "#web/features/listing/category-field.tsx";

afterEach(cleanup);

function Form() {
  const [chosen, setChosen] = useState<number[]>([26]);
  return <CategoryField chosen={chosen} error={undefined} onChange={setChosen} />;
}

test("a category's chip is a checkbox, and shows whether it is chosen", () => {
  render(<Form />);
  const tarot = screen.getByRole("checkbox", { name: "Tarot Readers" });
  const chip = screen.getByText("Tarot Readers");
  const state = () => [(tarot as HTMLInputElement).checked, chip.classList.contains("is-chosen")];
  expect(state()).toEqual([false, false]);
  fireEvent.click(tarot);
  expect(state()).toEqual([true, true]);
  // A tap anywhere on the chip counts.
  fireEvent.click(chip);
  expect(state()).toEqual([false, false]);
});
