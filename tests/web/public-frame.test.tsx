import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import { PublicFrame } from "#web/ui/public-frame.tsx";

afterEach(cleanup);

test("before sign-in, too, a bar shows that a screen's file is loading", () => {
  render(
    <MemoryRouter initialEntries={["/login"]}>
      <PublicFrame look="account">
        {/* Without navigation, the screen seems to be still loading. */}
        <a href="/forgot_password" onClick={(event) => event.preventDefault()}>
          Forgot Password
        </a>
      </PublicFrame>
    </MemoryRouter>,
  );
  expect(screen.queryByRole("progressbar")).toBeNull();
  fireEvent.click(screen.getByText("Forgot Password"));
  expect(screen.getByRole("progressbar", { name: "Loading" })).toBeDefined();
});
