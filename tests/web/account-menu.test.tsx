import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { Link, MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AccountMenu } from "#web/ui/account-menu.tsx";

const onSignOut = vi.fn();

beforeEach(() => {
  render(
    <MemoryRouter>
      <AccountMenu
        {...{ userName: "marisol.whitaker", profile: "/profile", onSignOut }}
        security="/security"
        signingOut={false}
      />
      <Link to="/elsewhere">Elsewhere</Link>
    </MemoryRouter>,
  );
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const button = () => screen.getByRole("button", { name: "Account: marisol.whitaker" });
const isOpen = () => button().getAttribute("aria-expanded") === "true";
const open = async () => {
  fireEvent.click(button());
  return screen.findByRole("radio", { name: "System" });
};

test("the button has the initials and opens the panel of the account", async () => {
  expect(button().textContent).toContain("mw");
  expect(isOpen()).toBe(false);
  expect(screen.queryByText("Log Me Out")).toBeNull();
  await open();
  expect(isOpen()).toBe(true);
  const panel = document.getElementById(button().getAttribute("aria-controls") ?? "");
  expect(panel?.textContent).toContain("Signed in as marisol.whitaker");
  expect(screen.getByRole("link", { name: "Profile" }).getAttribute("href")).toBe("/profile");
  expect(screen.getByRole("link", { name: "Security" }).getAttribute("href")).toBe("/security");
  fireEvent.click(screen.getByRole("button", { name: "Log Me Out" }));
  expect(onSignOut).toHaveBeenCalledOnce();
});

test("a theme applies at once and is stored", async () => {
  expect(await open()).toHaveProperty("checked", true);
  fireEvent.click(screen.getByRole("radio", { name: "Dark" }));
  expect(screen.getByRole("radio", { name: "Dark" })).toHaveProperty("checked", true);
  expect(document.documentElement.dataset.theme).toBe("dark");
  expect(localStorage.getItem("theme")).toBe("dark");
  fireEvent.click(screen.getByRole("radio", { name: "System" }));
  expect(document.documentElement.dataset.theme).toBeUndefined();
});

test("Escape closes the menu and returns the focus to its button", async () => {
  const radio = await open();
  radio.focus();
  fireEvent.keyDown(radio, { key: "Escape" });
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(button());
});

test.each([
  ["a tap elsewhere", () => fireEvent.pointerDown(document.body)],
  ["focus elsewhere", () => screen.getByRole("link", { name: "Elsewhere" }).focus()],
  ["a link", () => fireEvent.click(screen.getByRole("link", { name: "Profile" }))],
])("%s closes the menu", async (_, leave) => {
  const radio = await open();
  radio.focus();
  fireEvent.pointerDown(radio);
  expect(isOpen()).toBe(true);
  leave();
  await waitFor(() => expect(isOpen()).toBe(false));
});

test("after a failure, the next opening loads the panel again", async () => {
  vi.doMock("#web/ui/account-panel.tsx", () => {
    throw new TypeError("no network");
  });
  fireEvent.click(button());
  await screen.findByText("Could not be loaded. Close this and try again.");
  vi.doUnmock("#web/ui/account-panel.tsx");
  fireEvent.click(button());
  expect(await open()).toBeTruthy();
});
