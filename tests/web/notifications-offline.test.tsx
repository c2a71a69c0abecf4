import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { defaultPushSettings } from "#shared/push-fields.ts";
import { NotificationSettings } from "#web/advisor/notifications/notification-settings.tsx";
import { noteReach } from "#web/lib/reach.ts";
import { currentNotices, dismissNotice } from "#web/ui/notice-store.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  noteReach(true);
  for (const { id } of currentNotices()) dismissNotice(id);
});

const words = "You need to be online to save this.";
const saveButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save" });

test("the settings are not saved offline, and say so without the notice of a failing server (D41)", async () => {
  vi.stubGlobal("fetch", async (_: string, init?: RequestInit) => {
    if ((init?.method ?? "GET") === "GET") return Response.json(defaultPushSettings);
    throw new TypeError("Failed to fetch");
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <NotificationSettings />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByLabelText(/^Show customer names/));
  expect(saveButton().disabled).toBe(false);
  expect(screen.queryByText(words)).toBeNull();
  // The phone notices only now that there is no network.
  fireEvent.click(saveButton());
  await screen.findByText(words);
  expect(saveButton().disabled).toBe(true);
  await waitFor(() => expect(currentNotices()).toEqual([]));
  act(() => noteReach(true));
  expect(saveButton().disabled).toBe(false);
  expect(screen.queryByText(words)).toBeNull();
});
