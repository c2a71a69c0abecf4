import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Link, MemoryRouter, Route, Routes, useNavigate } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import type { TextColumn } from "#web/ui/table/column.ts";
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

test("paper shows all rows, or says where to get them (F9)", () => {
  const { rerender } = render(<List rows={2870} />, { wrapper: MemoryRouter });
  expect(rendered()).toBeLessThan(200);
  print("beforeprint");
  expect(rendered()).toBe(2870);
  print("afterprint");
  expect(rendered()).toBeLessThan(200);

  rerender(<List rows={3001} />);
  print("beforeprint");
  expect(rendered()).toBe(0);
  screen.getByText("3,001 rows are too many to print. Export them as CSV instead.");
  print("afterprint");
  expect(rendered()).toBeGreaterThan(0);
});

test("a table scrolls with its page, unless it is too long for its header to stay away", () => {
  const isBoxed = () => screen.getByRole("region", { name: "Rows" }).matches(".is-boxed");
  const { rerender } = render(<List rows={50} />, { wrapper: MemoryRouter });
  expect(isBoxed()).toBe(false);
  rerender(<List rows={51} />);
  expect(isBoxed()).toBe(true);
});

test("Back to a long list is back to its place, a link to it begins at its top (F16)", () => {
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
