import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { BrowserRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AuditEntry } from "#shared/audit.ts";
import { storeSession } from "#web/api/stored-session.ts";
import { AccountHistory } from "#web/features/history/account-history.tsx";
import { Audit } from "#web/manager/audit/audit.tsx";

/** Answers by path and query; others are 404. */
let answers: Record<string, (query: URLSearchParams) => unknown>;
const asked: string[] = [];
vi.stubGlobal("fetch", async (to: string, init?: RequestInit) => {
  const { pathname, searchParams } = new URL(to, "http://x");
  asked.push(`${init?.method ?? "GET"} ${pathname.replace("/api", "")}?${searchParams}`);
  const answer = answers[pathname.replace("/api", "")]?.(searchParams);
  if (answer instanceof Response) return answer;
  return answer === undefined ? new Response(null, { status: 404 }) : Response.json(answer);
});

const entry = (key: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  ...{ key, at: "2026-07-26T17:00:09.000Z", action: "PIN shown", what: "PIN opened", times: 1 },
  ...{ by: { kind: "staff", name: "Maria Manager" }, by_username: "maria" },
  about: { user_id: 5, username: "luna", role: "psychic" },
  ...{ facts: [], address: "203.0.113.0/24", browser: "Chrome on Linux", ...more },
});

beforeEach(() => {
  asked.length = 0;
  storeSession({
    ...{ user_id: 1, username: "olive", first: "Olive", manager: null, pay_day: 1 },
    ...{ manager_name: null, manager_phone: null, manager_email: null },
  });
  answers = {
    "/staff/self": () => ({ role: "owner" }),
    "/audit": () => ({ entries: [entry("2-2"), entry("1-1")], next: null }),
  };
});
afterEach(() => {
  cleanup();
  storeSession(null);
  sessionStorage.clear();
});

/** Takes the exported file. A click on the link would lead the simulated window away. */
function takeFile() {
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  return vi.spyOn(URL, "createObjectURL").mockClear().mockReturnValue("blob:x");
}

function open(address: string, screenOf = <Audit />) {
  history.replaceState(null, "", address);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <BrowserRouter>{screenOf}</BrowserRouter>
    </QueryClientProvider>,
  );
}
const requestsOf = (path: string) => asked.filter((request) => request.includes(path));

test("an entry says when, what, who, about whom, from where, and each value before and after", async () => {
  answers["/audit"] = () => ({
    entries: [
      entry("1-1", {
        ...{ what: "Account status changed", times: 3 },
        facts: [
          { name: "Account Status", from: "Active", to: "Inactive" },
          { name: "Manager", from: "maria", to: null },
          { name: "Reason", from: null, to: "Left" },
        ],
      }),
    ],
    next: null,
  });
  open("/audit");
  const item = await screen.findByRole("listitem");
  expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("Sun 07/26/2026");
  expect(item.textContent).toBe(
    "01:00:09 PM ETAccount status changed by Maria Manager (staff), about luna" +
      "3 times within the hour" +
      "Account Statusfrom Active →  to InactiveManagerfrom maria →  to nothingReasonLeft" +
      "Chrome on Linux · 203.0.113.0/24",
  );
  expect(within(item).getByRole("link", { name: "luna" }).getAttribute("href")).toBe(
    "/audit?person=luna",
  );
});

test("filters are in the address, and each returns to the newest entries", async () => {
  open("/audit?before=9-9&start_date=2026-07-01&end_date=2026-07-02");
  await screen.findAllByRole("listitem");
  fireEvent.change(screen.getByLabelText("What"), { target: { value: "sign-in" } });
  fireEvent.change(screen.getByLabelText("Who or about whom"), { target: { value: " luna " } });
  fireEvent.click(screen.getByRole("button", { name: "Show" }));
  const days = "start_date=2026-07-01&end_date=2026-07-02";
  await waitFor(() => {
    expect(requestsOf("/audit?").at(-1)).toBe(`GET /audit?${days}&kind=sign-in&person=luna`);
  });
  expect(new URLSearchParams(location.search).get("before")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Show" }));
  fireEvent.change(screen.getByLabelText("What"), { target: { value: "" } });
  await waitFor(() => expect(location.search).not.toContain("kind"));
});

test("an unknown person gets a sentence instead of a failure", async () => {
  answers["/audit"] = () =>
    Response.json(
      {
        ...{ type: "urn:problem:invalid", title: "Some fields are not valid", status: 422 },
        errors: [{ path: "person", code: "invalid", message: "Nobody has this username" }],
      },
      { status: 422, headers: { "Content-Type": "application/problem+json" } },
    );
  open("/audit?person=nobody");
  expect(await screen.findByText("Nobody has this username")).toBeTruthy();
  expect(screen.getByLabelText("Who or about whom").getAttribute("aria-invalid")).toBe("true");
});

test("Older and Newest go through the pages and give the focus to the title", async () => {
  answers["/audit"] = (query) =>
    query.has("before")
      ? { entries: [entry("1-1", { what: "Signed in" })], next: null }
      : { entries: [entry("2-2")], next: "2-2" };
  open("/audit");
  fireEvent.click(await screen.findByRole("button", { name: "Older" }));
  await screen.findByText("Signed in");
  expect(document.activeElement?.textContent).toBe("Audit Trail");
  expect(screen.queryByRole("button", { name: "Older" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Newest" }));
  await screen.findByText("PIN opened", { selector: "strong" });
});

test("other staff do not have the screen, and it asks the server for nothing", async () => {
  answers["/staff/self"] = () => ({ role: "manager" });
  open("/audit");
  await screen.findByText("Your role does not have this screen");
  expect(requestsOf("/audit")).toEqual([]);
});

test("an export is noted first, and then follows the pages to the end", async () => {
  const created = takeFile();
  const rows = Array.from({ length: 1000 }, (_, place) => entry(`${5000 - place}-1`));
  answers["/audit"] = (query) =>
    query.get("before") === "4001-1"
      ? { entries: [entry("1-1", { by: { kind: "nobody", name: "=cmd" } })], next: null }
      : { entries: query.has("limit") ? rows : rows.slice(0, 1), next: "4001-1" };
  answers["/exports"] = () => new Response(null, { status: 204 });
  open("/audit");
  await screen.findAllByRole("listitem");
  asked.length = 0;
  fireEvent.click(screen.getByRole("button", { name: "Export CSV" }));
  await waitFor(() => expect(created).toHaveBeenCalled());
  expect(asked.map((request) => request.split("?")[0])).toEqual([
    "POST /exports",
    "GET /audit",
    "GET /audit",
  ]);
  const file = created.mock.calls[0]?.[0] as Blob;
  const lines = (await file.text()).trim().split("\r\n");
  expect(lines).toHaveLength(1002);
  expect(lines[0]).toContain("When (ET),Who,Username,What,About,Details,Times,Address,Browser");
  expect(lines.at(-1)).toContain("07/26/2026 01:00:09 PM ET,'=cmd,maria,PIN opened,luna,,1,");
});

test("an export whose note cannot be stored does not start", async () => {
  const created = takeFile();
  answers["/exports"] = () => new Response(null, { status: 500 });
  open("/audit");
  await screen.findAllByRole("listitem");
  asked.length = 0;
  fireEvent.click(screen.getByRole("button", { name: "Export CSV" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Export CSV" })).toBeTruthy());
  expect(asked.map((request) => request.split("?")[0])).toEqual(["POST /exports"]);
  expect(created).not.toHaveBeenCalled();
});

test("a psychic's history names the psychic you, offers only what psychics may see, and can be empty", async () => {
  answers["/psychics/5/history"] = (query) => ({
    entries: query.has("kind") ? [] : [entry("1-1", { by: { kind: "self", name: "luna" } })],
    next: null,
  });
  open("/psychic/history", <AccountHistory psychicId={5} viewer="psychic" />);
  expect((await screen.findByRole("listitem")).textContent).toContain("PIN opened by you");
  const choice = screen.getByLabelText("What");
  expect(within(choice).queryByRole("option", { name: "Request refused" })).toBeNull();
  fireEvent.change(choice, { target: { value: "listing" } });
  await screen.findByText("No entries");
  expect(requestsOf("/history").at(-1)).toBe("GET /psychics/5/history?kind=listing");
});

test("a history that cannot be loaded says so and can be tried again", async () => {
  open("/psychic/history", <AccountHistory psychicId={5} viewer="psychic" />);
  await screen.findByText("The history could not be loaded");
  answers["/psychics/5/history"] = () => ({ entries: [entry("1-1")], next: null });
  fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
  await screen.findByRole("listitem");
});
