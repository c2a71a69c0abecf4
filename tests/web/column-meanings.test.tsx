import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { recipientColumns } from "#web/features/gifts/recipient-columns.tsx";
import { readingsColumns } from "#web/features/readings/readings-columns.tsx";
import { psychicsColumns } from "#web/manager/psychics/psychics-columns.tsx";
import type { ColumnGroup } from "#web/ui/table/column.ts";
import { ColumnMeanings } from "#web/ui/table/column-meanings.tsx";

afterEach(cleanup);

function meanings<Row>(groups: readonly ColumnGroup<Row>[]): Record<string, string> {
  const { container } = render(<ColumnMeanings groups={groups} />);
  const list = screen.getByText("What the columns mean").closest("details");
  expect(container.querySelector("dl")).toBeNull();
  if (list) list.open = true;
  fireEvent(list as Element, new Event("toggle"));
  const terms = screen.getAllByRole("term").map((term) => term.textContent ?? "");
  const texts = screen.getAllByRole("definition").map((text) => text.textContent ?? "");
  return Object.fromEntries(terms.map((term, place) => [term, texts[place] ?? ""]));
}

test("a tap explains the short titles of All Psychics", () => {
  const explained = meanings(psychicsColumns);
  expect(explained.Rnk).toBe("Rank: Rank by revenue on these dates");
  expect(explained.ALC).toMatch(/^Average Length of Call: Average length in minutes/);
  expect(explained).not.toHaveProperty("Signup Date");
});

test("a tap explains the short titles of the customers who may get a gift", () => {
  const explained = meanings(recipientColumns);
  expect(explained.RPC).toMatch(/^Revenue per Call: /);
  expect(explained.UFM).toMatch(/^Unused Free Minutes: /);
});

test("a title that differs from the full name only by a no-break space needs no explanation", () => {
  const open = { rating: () => {}, recording: () => {} };
  const explained = meanings(readingsColumns(true, open));
  expect(Object.values(explained)).toContain("Minutes that were free");
  expect(Object.keys(explained)).not.toContain("New\u00a0or Repeat");
});
