import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Device } from "#shared/devices.ts";
import { OwnDeviceList } from "#web/features/devices/own-device-list.tsx";

beforeAll(() => {
  HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
    this.open = true;
  };
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const device = (id: number, facts: Partial<Device> = {}): Device => ({
  id: `00000000-0000-4000-8000-${String(id).padStart(12, "0")}`,
  browser: "Chrome on Android",
  place: "New York",
  signed_in_at: "2026-06-15T16:00:00.000Z",
  last_used_at: "2026-06-16T16:00:00.000Z",
  this_device: false,
  ...facts,
});

type Answer = { sessions: Device[]; total: number } | number;

/** Shows the list. `answers` are those of the server, in order; the last one repeats. */
function open(...answers: Answer[]) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    asked.push(`${init.method} ${address}`);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (typeof answer !== "number") return Response.json(answer);
    if (answer === 204) return new Response(null, { status: 204 });
    return new Response(JSON.stringify({ type: "urn:problem:x", title: "x", status: answer }), {
      status: answer,
      headers: { "Content-Type": "application/problem+json" },
    });
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <OwnDeviceList profile="/profile" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return asked;
}

test("this device has a tag and no button; one of an earlier release has a name, too", async () => {
  open({
    sessions: [device(1, { this_device: true }), device(2, { browser: null, place: null })],
    total: 2,
  });
  const [own, other] = await screen.findAllByRole("listitem");
  expect(own?.textContent).toContain("This device");
  expect(own?.textContent).toContain("In use now");
  expect(own?.textContent).toMatch(/Signed in .+ around New York/);
  expect(within(own as HTMLElement).queryByRole("button")).toBeNull();
  expect(other?.textContent).toContain("Unknown browser");
  expect(
    within(other as HTMLElement)
      .getByRole("button")
      .getAttribute("aria-label"),
  ).toBe("Sign out Unknown browser");
});

test("alone, this device has no button for others", async () => {
  open({ sessions: [device(1, { this_device: true })], total: 1 });
  await screen.findByText("This device");
  expect(screen.queryByRole("button")).toBeNull();
});

test("a list of more devices than it shows says how many more there are", async () => {
  open({ sessions: [device(1, { this_device: true }), device(2)], total: 60 });
  expect(await screen.findByText("58 more devices, used less recently.")).toBeTruthy();
});

test.each([
  ["204", 204],
  ["404, because somebody else was faster", 404],
])("after a question a device is signed out; the answer is %s", async (_, status) => {
  const own = device(1, { this_device: true });
  const asked = open({ sessions: [own, device(2)], total: 2 }, status, {
    sessions: [own],
    total: 1,
  });
  fireEvent.click(await screen.findByRole("button", { name: "Sign out Chrome on Android" }));
  expect(asked).toHaveLength(1);
  fireEvent.click(screen.getByRole("button", { name: "Sign Out" }));
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(1));
  expect(asked[1]).toBe(`DELETE /api/sessions/${device(2).id}`);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a failure shows in the question, which stays open", async () => {
  open({ sessions: [device(1), device(2)], total: 2 }, 503);
  fireEvent.click(await screen.findByRole("button", { name: "Sign Out All Others" }));
  fireEvent.click(screen.getByRole("button", { name: "Sign Out" }));
  await waitFor(() => expect(screen.getByRole("alert").textContent).not.toBe(""));
  expect(screen.getByRole("dialog")).toBeTruthy();
});

test("a failed list says so and can be loaded again", async () => {
  open(500, { sessions: [device(1, { this_device: true })], total: 1 });
  fireEvent.click(await screen.findByRole("button", { name: "Try Again" }));
  expect(await screen.findByText("This device")).toBeTruthy();
});
