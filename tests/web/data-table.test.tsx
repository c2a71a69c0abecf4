import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Link, MemoryRouter, Route, Routes, useNavigate } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import type { FigureColumn, TextColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";

afterEach(cleanup);

const name: TextColumn<number> = {
  ...{ kind: "text", key: "name", title: "Name", name: "Name", sortable: false },
  text: (row) => `row ${row}`,
};

function List({ rows }: { rows: number }) {
  return (
    <DataTable
      label="Rows"
      groups={[{ title: null, columns: [name] }]}
      rows={Array.from({ length: rows }, (_, place) => place)}
      rowKey={(row) => row}
      view=""
      expectedRows={5}
    />
  );
}

const rendered = () => document.querySelectorAll("tr[data-row]").length;
const print = (event: "beforeprint" | "afterprint") =>
  act(() => void window.dispatchEvent(new Event(event)));

test("a printed list has all rows, or says how to export them (F9)", () => {
  const { rerender } = render(<List rows={300} />, { wrapper: MemoryRouter });
  expect(rendered()).toBeLessThan(200);
  print("beforeprint");
  expect(rendered()).toBe(300);
  print("afterprint");
  expect(rendered()).toBeLessThan(200);

  rerender(<List rows={3001} />);
  print("beforeprint");
  expect(rendered()).toBe(0);
  screen.getByText("3,001 rows are too many to print. Export them as CSV instead.");
  print("afterprint");
  expect(rendered()).toBeGreaterThan(0);
});

test("a table of up to 50 rows scrolls with its page, a longer one has its own scroll bar", () => {
  const isBoxed = () => screen.getByRole("region", { name: "Rows" }).matches(".is-boxed");
  const { rerender } = render(<List rows={50} />, { wrapper: MemoryRouter });
  expect(isBoxed()).toBe(false);
  rerender(<List rows={51} />);
  expect(isBoxed()).toBe(true);
});

test("totals are below their figures, in the last rows even if only some rows are rendered", () => {
  const sum: FigureColumn<number> = {
    ...{ kind: "figure", key: "sum", title: "Sum", name: "Sum", sortable: false },
    figure: (row) => row,
    written: String,
  };
  const others = [
    { label: "Sum", written: "19,900", column: "sum" },
    { label: "Rows", written: "200" },
  ];
  const totals = { label: "All", figures: { sum: "19,900" }, others };
  const table = { label: "Rows", rowKey: (row: number) => row, view: "", expectedRows: 5, totals };
  const rows = Array.from({ length: 200 }, (_, place) => place);
  const groups = [{ title: null, columns: [name, sum] }];
  const { rerender } = render(<DataTable {...table} groups={groups} rows={rows} />, {
    wrapper: MemoryRouter,
  });
  const foot = () => [...document.querySelectorAll("tfoot tr")];
  const texts = () => foot().map((row) => [...row.children].map((cell) => cell.textContent));
  expect(texts()).toEqual([["All", "19,900"], ["Rows200"]]);
  expect(foot()[0]?.firstElementChild?.getAttribute("scope")).toBe("row");
  expect(screen.getByRole("table").getAttribute("aria-rowcount")).toBe("203");
  expect(foot().map((row) => row.getAttribute("aria-rowindex"))).toEqual(["202", "203"]);

  // If no column shows a total, a single row has the label and all totals.
  const named = [{ title: null, columns: [name, { ...name, key: "other" }] }];
  rerender(<DataTable {...table} groups={named} rows={rows} />);
  expect(texts()).toEqual([["All", "Sum19,900Rows200"]]);

  rerender(<DataTable {...table} groups={groups} rows={[]} instead="No rows" />);
  expect(foot()).toEqual([]);
});

test("Back returns to the place in a long list; a link opens the list at its top (F16)", () => {
  function Detail() {
    const navigate = useNavigate();
    return (
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
    );
  }
  render(
    <MemoryRouter initialEntries={["/list"]}>
      <Link to="/list">The list</Link>
      <Link to="/detail">The detail</Link>
      <Routes>
        <Route path="/list" element={<List rows={500} />} />
        <Route path="/detail" element={<Detail />} />
      </Routes>
    </MemoryRouter>,
  );
  const box = () => screen.getByRole("region", { name: "Rows" });
  box().scrollTop = 9000;
  fireEvent.scroll(box());
  fireEvent.click(screen.getByText("The detail"));
  fireEvent.click(screen.getByText("Back"));
  expect(box().scrollTop).toBe(9000);

  fireEvent.click(screen.getByText("The detail"));
  fireEvent.click(screen.getByText("The list"));
  expect(box().scrollTop).toBe(0);
});
