import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { localZone } from "#web/lib/dates.ts";
import { rowPerApproval } from "#web/manager/approvals/approval-rows.ts";
import { approvalsColumns } from "#web/manager/approvals/approvals-columns.tsx";
import { SummaryTiles } from "#web/manager/psychics/summary/summary-tiles.tsx";
import { cellText } from "#web/ui/table/column.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllEnvs();
});

function show(logins: object[] = [], schedule: object[] = []) {
  const answers: Record<string, object> = {
    logins: { logins, total: logins.length },
    schedule: { schedule, total: schedule.length },
  };
  vi.stubGlobal("fetch", async (to: string) => {
    const last = new URL(to, "http://x").pathname.split("/").at(-1) ?? "";
    return Response.json(answers[last] ?? { days: [], as_of: "2026-07-26T17:00:00.000Z" });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SummaryTiles id={7} payDay={1} today="2026-07-26" />
    </QueryClientProvider>,
  );
}

test("the summary says how current its revenue is (G5)", async () => {
  show();
  await screen.findByText("Last update 07/26/2026 01:00 PM ET");
});

test("the last login names the time zone of its time", async () => {
  show([{ login: "2026-07-26T15:00:00.000Z", logout: null, duration: null }]);
  await screen.findByText("Signed in now");
  screen.getByText(`Your clock, ${localZone()}`);
});

test("each of today's times is a line with its own status, in both zones", async () => {
  vi.stubEnv("TZ", "America/Los_Angeles");
  const time = (day: number, status: string, from: string, to: string) => ({
    ...{ day, status },
    ...{ from: `2026-07-26T${from}:00.000Z`, to: `2026-07-26T${to}:00.000Z` },
  });
  show(
    [],
    [
      time(1, "A", "13:00", "16:00"),
      time(1, "O", "22:00", "23:00"),
      time(2, "A", "14:00", "15:00"),
    ],
  );
  const alert = await screen.findByText("On Alert");
  const lines = [...(alert.closest(".tile")?.querySelectorAll(".schedule-line") ?? [])];
  expect(lines.map((line) => [...line.children].map(({ textContent }) => textContent))).toEqual([
    ["9:00 AM – 12:00 PM ET", "Available", "Your clock: Sun 6:00\u00a0AM – 9:00\u00a0AM"],
    ["6:00 PM – 7:00 PM ET", "On Alert", "Your clock: Sun 3:00\u00a0PM – 4:00\u00a0PM"],
  ]);
});

test("the dates on the Approvals screen have seconds (G14)", () => {
  const [date] = approvalsColumns({ today: undefined, hasOneLink: false })[0]?.columns ?? [];
  const approval = {
    ...{ date: "2026-07-26T17:00:09.000Z", max_creation_date: "2026-07-26T17:00:09.000Z" },
    ...{ agent_user_id: 7, agent_user_name: "luna", to_approve: "Profile" as const },
  };
  const [row] = rowPerApproval([approval]);
  expect(date && row && cellText(date, row)).toBe("07/26/2026 01:00:09 PM ET");
});
