import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, useSearchParams } from "react-router-dom";
import { afterEach, beforeEach, expect, test } from "vitest";
import { usePendingPath } from "#web/ui/use-pending-path.ts";

afterEach(cleanup);

/** A shell's links. No screen ever opens: the test prevents the click's navigation. */
function Links() {
  const { isPending, isCurrent, path, onClick } = usePendingPath();
  const [, setSearch] = useSearchParams();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: as in the shell
    // biome-ignore lint/a11y/useKeyWithClickEvents: as in the shell
    <div onClick={onClick}>
      {isPending && <div role="progressbar" />}
      <output>{path}</output>
      <button type="button" onClick={() => setSearch({ sort: "name" }, { replace: true })}>
        Sort
      </button>
      {["/psychic", "/psychic/listing"].map((to) => (
        <a
          key={to}
          href={to}
          aria-current={isCurrent(to) ? "page" : undefined}
          onClick={(event) => event.preventDefault()}
        >
          {to}
        </a>
      ))}
    </div>
  );
}

const bar = () => screen.queryByRole("progressbar");
const current = () => document.querySelector("[aria-current]")?.textContent;

beforeEach(() => {
  render(
    <MemoryRouter initialEntries={["/psychic"]}>
      <Links />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByText("/psychic/listing"));
  expect(bar()).not.toBeNull();
  expect(current()).toBe("/psychic/listing");
  expect(screen.getByRole("status").textContent).toBe("/psychic/listing");
});

test("a tap on the current screen's link cancels a pending one (F10)", () => {
  fireEvent.click(screen.getByText("/psychic"));
  expect(bar()).toBeNull();
  expect(current()).toBe("/psychic");
});

test("sorting the current screen's list cancels a pending link", () => {
  fireEvent.click(screen.getByText("Sort"));
  expect(bar()).toBeNull();
  expect(current()).toBe("/psychic");
});

test("a step back cancels a pending link, too (F10)", () => {
  act(() => {
    window.dispatchEvent(new PopStateEvent("popstate"));
  });
  expect(bar()).toBeNull();
  expect(current()).toBe("/psychic");
});
