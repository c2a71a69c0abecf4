import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import { Login } from "#web/account/login.tsx";

afterEach(cleanup);

const notes = (state: unknown) => {
  render(
    <MemoryRouter initialEntries={[{ pathname: "/login", state }]}>
      <Login />
    </MemoryRouter>,
  );
  return screen.queryAllByText("You were signed out. Sign in again.").length;
};

test("if the server ended the session, the sign-in screen says so", () => {
  expect(notes({ to: "/psychic/schedule", userId: 7 })).toBe(1);
});

test.each([
  ["a visitor who followed a link", { to: "/psychic/schedule", userId: null }],
  ["a user who signed out", null],
])("%s sees nothing about a sign-out", (_, state) => {
  expect(notes(state)).toBe(0);
});
