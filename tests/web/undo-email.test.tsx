import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { UndoEmail } from "#web/account/undo-email.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const problem = JSON.stringify({ type: "urn:problem:not_found", title: "Not found", status: 404 });
const gone = { status: 404, headers: { "Content-Type": "application/problem+json" } };

test.each([
  ["Your Email Is Restored", () => new Response(null, { status: 204 })],
  ["Link Expired", () => new Response(problem, gone)],
])("the heading of this outcome gets the focus: %s (G1)", async (title, answer) => {
  vi.stubGlobal("fetch", async () => answer());
  render(
    <MemoryRouter initialEntries={["/undo_email/token"]}>
      <UndoEmail />
    </MemoryRouter>,
  );
  const button = screen.getByRole("button", { name: "Restore My Email" });
  button.focus();
  fireEvent.click(button);
  const heading = await screen.findByRole("heading", { name: title });
  // An effect moves the focus after the heading appears.
  await waitFor(() => expect(document.activeElement).toBe(heading));
});
