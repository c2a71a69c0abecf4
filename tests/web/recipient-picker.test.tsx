import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import type { EligibleCustomer } from "#shared/gifts.ts";
import { RecipientPicker } from "#web/features/gifts/recipient-picker.tsx";

afterEach(cleanup);

/** The ids of the drawn customers: drawing a customer reads the name. */
let drawn: number[] = [];

const customers = Array.from({ length: 250 }, (_, place): EligibleCustomer => {
  const id = place + 1;
  return {
    ...{ user_id: id, last: "2026-06-01T12:00:00Z", calls: 3, minutes: 10 },
    ...{ redeemable_minutes: id % 2, alc: 10, rev_per_call: 500 - id },
    get user_name() {
      drawn.push(id);
      return `customer${id}`;
    },
  };
});

function Composer() {
  const [message, setMessage] = useState("");
  const [chosen, setChosen] = useState<number[]>([]);
  return (
    <>
      <textarea value={message} onChange={(event) => setMessage(event.target.value)} />
      <RecipientPicker
        {...{ customers, chosen, error: null, problem: undefined, focus: null }}
        onRetry={() => undefined}
        onChoose={setChosen}
      />
    </>
  );
}

test("a tick draws only its own row again, and typing outside the list draws no row", () => {
  render(<Composer />, { wrapper: MemoryRouter });
  expect(document.querySelectorAll("tr[data-row]").length).toBeLessThan(100);

  drawn = [];
  fireEvent.click(screen.getByRole("checkbox", { name: "customer2" }));
  screen.getByText("1 of 250 selected");
  expect(new Set(drawn)).toEqual(new Set([2]));

  drawn = [];
  const [message] = screen.getAllByRole("textbox");
  fireEvent.change(message as HTMLElement, { target: { value: "Hello" } });
  expect(drawn).toEqual([]);

  fireEvent.click(screen.getByRole("checkbox", { name: "customer2" }));
  screen.getByText("0 of 250 selected");
});

test("V30: what was typed into a filter shows before its rows do", () => {
  render(<Composer />, { wrapper: MemoryRouter });
  const filter = screen.getByLabelText("UFM exactly (min.)") as HTMLInputElement;
  fireEvent.change(filter, { target: { value: "1" } });
  expect(filter.value).toBe("1");
  screen.getByRole("button", { name: "Select All 125" });
  expect(screen.queryByRole("checkbox", { name: "customer2" })).toBeNull();
});
