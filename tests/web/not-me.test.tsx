import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { NotMe } from "#web/account/not-me.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const problem = (code: string, status: number) =>
  new Response(JSON.stringify({ type: `urn:problem:${code}`, title: code, status }), {
    status,
    headers: { "Content-Type": "application/problem+json" },
  });

function open(answer: () => Response) {
  const asked = vi.fn(async (_address: string, _init?: RequestInit) => answer());
  vi.stubGlobal("fetch", asked);
  render(
    <MemoryRouter initialEntries={["/not_me/a-token"]}>
      <Routes>
        <Route path="/not_me/:token" element={<NotMe />} />
      </Routes>
    </MemoryRouter>,
  );
  return asked;
}
const press = () => {
  const button = screen.getByRole("button", { name: "This Was Not Me" });
  button.focus();
  fireEvent.click(button);
};

test("opening the link asks the server nothing; the button sends the token (D55)", async () => {
  const asked = open(() => new Response(null, { status: 204 }));
  expect(asked).not.toHaveBeenCalled();
  press();
  const heading = await screen.findByRole("heading", { name: "Your Account Is Locked" });
  expect(asked).toHaveBeenCalledTimes(1);
  expect(asked.mock.calls[0]?.[0]).toBe("/api/profile/not_me");
  expect(asked.mock.calls[0]?.[1]?.body).toBe(JSON.stringify({ token: "a-token" }));
  // An effect moves the focus after the heading appears (G1).
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

test("a used or expired link says so", async () => {
  open(() => problem("not_found", 404));
  press();
  const heading = await screen.findByRole("heading", { name: "Link Expired" });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

test("after another failure the button can be pressed again", async () => {
  open(() => problem("unavailable", 503));
  press();
  await waitFor(() => expect(screen.getByRole("alert").textContent).not.toBe(""));
  expect(screen.getByRole("button", { name: "This Was Not Me" })).toBeTruthy();
});
