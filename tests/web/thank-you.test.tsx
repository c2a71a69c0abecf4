import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ThankYou } from "#web/signup/thank-you.tsx";

afterEach(cleanup);

test("the last step does not promise a username in the e-mail, which may lack it (C13)", () => {
  render(<ThankYou titles={["Login"]} />);
  const [first, letter] = screen.getAllByRole("listitem").slice(-2);
  expect(first?.textContent).toContain("Sign in with the username and password you chose");
  expect(letter?.textContent).toMatch(/^Keep the e-mail/);
  expect(letter?.textContent).not.toContain("username");
});
