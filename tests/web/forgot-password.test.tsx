import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { ForgotPassword } from "#web/account/forgot-password.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  ["", "Email is required"],
  ["luna", "Email is invalid"],
])("nothing is sent for %j, and the field says why", (typed, problem) => {
  const fetch = vi.fn();
  vi.stubGlobal("fetch", fetch);
  render(
    <MemoryRouter>
      <ForgotPassword />
    </MemoryRouter>,
  );
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: typed } });
  fireEvent.submit(screen.getByLabelText("Email").closest("form") as HTMLFormElement);
  screen.getByText(problem);
  expect(fetch).not.toHaveBeenCalled();
});
