import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { VerdictButtons } from "#web/manager/approvals/verdict-buttons.tsx";
import { currentNotices, dismissNotice } from "#web/ui/notice-store.ts";

afterEach(() => {
  cleanup();
  for (const { id } of currentNotices()) dismissNotice(id);
});

test("a decision applies to the version that its question was about, not a newer one", async () => {
  const decided: string[] = [];
  const buttons = (version: string) => (
    <VerdictButtons
      userId={7}
      what="Profile"
      version={version}
      approve={async () => decided.push(`approve ${version}`)}
      reject={async (reason) => decided.push(`reject ${version}: ${reason}`)}
      takesReason
      onDecided={vi.fn()}
    />
  );
  const client = new QueryClient();
  const wrapper = ({ children }: { children: React.ReactNode }) => (
    <QueryClientProvider client={client}>
      <MemoryRouter>{children}</MemoryRouter>
    </QueryClientProvider>
  );
  const { rerender } = render(buttons("1"), { wrapper });
  fireEvent.click(screen.getByRole("button", { name: "Reject Profile" }));
  rerender(buttons("2"));
  const question = within(screen.getByRole("dialog", { name: "Reject Profile" }));
  fireEvent.change(question.getByLabelText("Reason"), { target: { value: "Too short" } });
  fireEvent.click(question.getByRole("button", { name: "Reject" }));
  await waitFor(() => expect(decided).toEqual(["reject 1: Too short"]));

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  fireEvent.click(screen.getByRole("button", { name: "Approve Profile" }));
  await waitFor(() => expect(decided.at(-1)).toBe("approve 2"));
});
