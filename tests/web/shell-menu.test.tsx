import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test } from "vitest";
import { KnownPaths } from "#web/ui/known-paths.tsx";
import { Shell } from "#web/ui/shell.tsx";

afterEach(cleanup);

const opener = () => screen.getByRole("button", { name: "Menu" });
const isOpen = () => opener().getAttribute("aria-expanded") === "true";
const pressEscape = () => fireEvent.keyDown(document.activeElement as Element, { key: "Escape" });

beforeEach(() => {
  render(
    <KnownPaths value={() => "psychic"}>
      <MemoryRouter>
        <Shell
          {...{
            home: "/",
            userName: "luna",
            profile: "/",
            devices: "/",
            security: "/",
            menuTitle: "Psychic Menu",
          }}
          menu={[{ to: "/psychic/schedule", label: "Schedule", icon: "schedule" }]}
          {...{ signingOut: false, onSignOut: () => {} }}
        >
          <h1 tabIndex={-1}>Statistics</h1>
        </Shell>
      </MemoryRouter>
    </KnownPaths>,
  );
  act(() => opener().focus());
  fireEvent.click(opener());
  expect(isOpen()).toBe(true);
});

test("Escape closes the menu if a new screen has taken the focus, and leaves it there", () => {
  const heading = screen.getByRole("heading", { name: "Statistics" });
  act(() => heading.focus());
  pressEscape();
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(heading);
});

test("Escape within the menu returns the focus to its button", () => {
  act(() => screen.getByRole("link", { name: "Schedule" }).focus());
  pressEscape();
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(opener());
});
