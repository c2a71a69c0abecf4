import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { approvalEndpoints } from "#shared/approvals.ts";
import { query } from "#web/api/query.ts";
import { Approvals } from "#web/manager/approvals/approvals.tsx";
import type { Psychic } from "#web/manager/psychics/psychic-frame.tsx";
import { AccountControls } from "#web/manager/psychics/summary/account-controls.tsx";
import { currentNotices, dismissNotice } from "#web/ui/notice-store.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  counted = 2;
  isListFailing = false;
  for (const { id } of currentNotices()) dismissNotice(id);
});

const sage: Psychic = {
  ...{ user_id: 7, username: "sage", first: "Sage", last: "Hill", email: "s@people.example" },
  ...{ phone: "6175550107", extension: "100007", image: "default", status: "U" },
  ...{ account_status: "Pending", permissions: "", auto_email: false, requires_approval: true },
  ...{ avg_rating: 0, signup_date: "2026-07-26T15:00:00.000Z" },
  ...{ profile_status: "Pending", pending_image: null, manager_id: 1 },
};

interface Answers {
  /** The list of linked accounts arrives only after this. */
  linked?: Promise<void>;
  /** The answer to a save arrives only after this. */
  saving?: Promise<void>;
  /** The status of the answer to a save; default 204. */
  status?: number;
}

/** Whether the list of linked accounts cannot be loaded. */
let isListFailing = false;
/** The number of account approvals in the answer of /approvals/counts. */
let counted = 2;

/** Answers the screen's requests. Returns the statuses that were saved. */
function serve(psychic: Psychic, answers: Answers = {}): string[] {
  const { saving, status = 204 } = answers;
  const saved: string[] = [];
  const waiting = [psychic.user_id, 8].map((agent_user_id) => ({
    ...{ agent_user_id, agent_user_name: `name ${agent_user_id}`, to_approve: "Account" },
    ...{ date: "2026-07-26T15:00:00.000Z", max_creation_date: "2026-07-26T15:00:00.000Z" },
  }));
  vi.stubGlobal("fetch", async (to: string, init?: RequestInit) => {
    if (init?.method === "PUT") {
      saved.push(JSON.parse(String(init.body)).acctStatus);
      await saving;
      return new Response(null, { status });
    }
    const { pathname } = new URL(to, "http://x");
    if (pathname.endsWith("/approvals")) {
      const approvals = saved.length > 0 ? waiting.slice(1) : waiting;
      return Response.json({ approvals, total: approvals.length });
    }
    if (pathname.endsWith("/approvals/counts")) {
      const counts = { Account: counted, Profile: 0, Listing: 0, Picture: 0 };
      return Response.json({ counts, as_of: "2026-07-26T15:00:00.000Z" });
    }
    if (pathname.endsWith("/dupes")) {
      await answers.linked;
      if (isListFailing) return new Response(null, { status: 500 });
      return Response.json({ psychics: [], total: 0 });
    }
    if (pathname.endsWith("/managers")) return Response.json({ managers: [], total: 0 });
    if (pathname.endsWith("/status")) return Response.json([{ code: "U" }]);
    const user_id = Number(pathname.split("/").at(-1));
    const account_status = user_id === psychic.user_id && saved[0];
    return Response.json({
      ...{ ...psychic, user_id, username: `name ${user_id}` },
      ...(account_status && { account_status }),
    });
  });
  return saved;
}

function show(screenShown: React.ReactNode, address = "/", client = new QueryClient()) {
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>{screenShown}</MemoryRouter>
    </QueryClientProvider>,
  );
}

const choose = (value: string) =>
  fireEvent.change(screen.getByLabelText("Status"), { target: { value } });
const answer = (title: string, button: string) =>
  fireEvent.click(within(screen.getByRole("dialog", { name: title })).getByText(button));

test.each(["Active", "Flagged", "Screened"])(
  "%s asks before it opens an account that may be linked with blacklisted ones",
  async (status) => {
    const saved = serve(sage);
    show(<AccountControls psychic={sage} />);
    choose(status);
    answer("Confirm the Account?", "Cancel");
    expect(saved).toEqual([]);
    expect(screen.getByLabelText<HTMLSelectElement>("Status").value).toBe("Pending");

    choose(status);
    screen.getByText(/may be linked with blacklisted accounts/);
    answer("Confirm the Account?", `Set to ${status}`);
    await waitFor(() => expect(saved).toEqual([status]));
    expect(screen.queryByRole("dialog")).toBeNull();
  },
);

test("Blacklist says what it does before it does it", async () => {
  const luna: Psychic = { ...sage, account_status: "Active", requires_approval: false };
  const saved = serve(luna);
  show(<AccountControls psychic={luna} />);
  choose("Blacklist");
  screen.getByText(/signed out at once, becomes Unavailable and cannot sign in again/);
  answer("Blacklist sage?", "Cancel");
  expect(saved).toEqual([]);
  choose("Blacklist");
  answer("Blacklist sage?", "Blacklist");
  await waitFor(() => expect(saved).toEqual(["Blacklist"]));
});

test("any other status is saved as soon as it is chosen", async () => {
  const luna: Psychic = { ...sage, account_status: "Active", requires_approval: false };
  const saved = serve(luna);
  show(<AccountControls psychic={luna} />);
  choose("Flagged");
  expect(screen.queryByRole("dialog")).toBeNull();
  await waitFor(() => expect(saved).toEqual(["Flagged"]));
});

test("the decision appears with the linked accounts, so that they do not move its buttons", async () => {
  const linked = Promise.withResolvers<void>();
  serve(sage, { linked: linked.promise });
  show(<Approvals />, "/approvals?open=Account-7");
  await screen.findByRole("progressbar", { name: "Loading the linked accounts" });
  expect(screen.queryByRole("button", { name: "Deactivate Now" })).toBeNull();
  linked.resolve();
  await screen.findByRole("button", { name: "Deactivate Now" });
  screen.getByRole("list", { name: "Linked accounts" });
});

test("without the linked accounts nobody can activate; they can be loaded again", async () => {
  const answers: Answers = {};
  serve(sage, answers);
  isListFailing = true;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  show(<Approvals />, "/approvals?open=Account-7", client);
  const activate = () => screen.getByRole<HTMLButtonElement>("button", { name: "Activate" });
  await screen.findByRole("button", { name: "Activate" });
  expect(activate().disabled).toBe(true);
  isListFailing = false;
  const linked = Promise.withResolvers<void>();
  answers.linked = linked.promise;
  const again = screen.getByRole("button", { name: "Try Again" });
  fireEvent.click(again);
  await waitFor(() => expect(again.getAttribute("aria-disabled")).toBe("true"));
  // Until the answer, no button moves.
  expect(activate().disabled).toBe(true);
  linked.resolve();
  await screen.findByRole("list", { name: "Linked accounts" });
  expect(activate().disabled).toBe(false);
});

test("Activate asks about linked accounts, and opens the next waiting account", async () => {
  const saved = serve(sage);
  show(<Approvals />, "/approvals?open=Account-7");
  fireEvent.click(await screen.findByRole("button", { name: "Activate" }));
  answer("Confirm the Account?", "Cancel");
  expect(saved).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Activate" }));
  answer("Confirm the Account?", "Set to Active");
  await screen.findByRole("region", { name: "Account of name 8" });
  expect(saved).toEqual(["Active"]);
  expect(currentNotices()).toMatchObject([{ kind: "success", title: "Account Activated" }]);
});

test("while Activate is saved, Deactivate Now cannot be chosen", async () => {
  const saving = Promise.withResolvers<void>();
  const saved = serve(sage, { saving: saving.promise });
  show(<Approvals />, "/approvals?open=Account-7");
  const deactivate = () =>
    screen.getByRole<HTMLButtonElement>("button", { name: "Deactivate Now" });
  fireEvent.click(await screen.findByRole("button", { name: "Activate" }));
  answer("Confirm the Account?", "Set to Active");
  answer("Confirm the Account?", "Cancel");
  expect(saved).toEqual(["Active"]);
  expect(deactivate().disabled).toBe(true);
  saving.resolve();
  await screen.findByRole("region", { name: "Account of name 8" });
  await waitFor(() => expect(deactivate().disabled).toBe(false));
});

test("a notice names the account that was not saved, even if the manager has gone on", async () => {
  const saving = Promise.withResolvers<void>();
  serve(sage, { saving: saving.promise, status: 409 });
  show(<Approvals />, "/approvals?open=Account-7");
  fireEvent.click(await screen.findByRole("button", { name: "Activate" }));
  answer("Confirm the Account?", "Set to Active");
  answer("Confirm the Account?", "Cancel");
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByRole("region", { name: "Account of name 8" });
  saving.resolve();
  await waitFor(() =>
    expect(currentNotices()).toMatchObject([{ kind: "danger", title: "Not Saved: name 7" }]),
  );
});

test("the list of approvals follows its counts, which are polled", async () => {
  const saved = serve(sage);
  const client = new QueryClient();
  show(<Approvals />, "/approvals?open=Account-8", client);
  await screen.findByRole("link", { name: "Account of name 7: review" });
  // Another manager decides.
  saved.push("Active");
  counted = 1;
  await client.refetchQueries(query(approvalEndpoints.countApprovals));
  await waitFor(() =>
    expect(screen.queryByRole("link", { name: "Account of name 7: review" })).toBeNull(),
  );
});

test("while Blacklist is saved, its question stays", async () => {
  const saving = Promise.withResolvers<void>();
  const saved = serve(sage, { saving: saving.promise });
  show(<Approvals />, "/approvals?open=Account-7");
  fireEvent.click(await screen.findByRole("button", { name: "Deactivate Now" }));
  answer("Blacklist name 7?", "Blacklist");
  const question = screen.getByRole("dialog", { name: "Blacklist name 7?" });
  for (const name of ["Cancel", "Close"]) {
    fireEvent.click(within(question).getByRole("button", { name }));
  }
  fireEvent.keyDown(question, { key: "Escape" });
  fireEvent.click(question);
  expect(question.hasAttribute("open")).toBe(true);
  saving.resolve();
  await screen.findByRole("region", { name: "Account of name 8" });
  expect(saved).toEqual(["Blacklist"]);
});

test("Deactivate Now asks, says that it is done, and opens the next waiting account", async () => {
  const saved = serve(sage);
  show(<Approvals />, "/approvals?open=Account-7");
  fireEvent.click(await screen.findByRole("button", { name: "Deactivate Now" }));
  expect(saved).toEqual([]);
  answer("Blacklist name 7?", "Blacklist");
  await screen.findByRole("region", { name: "Account of name 8" });
  expect(saved).toEqual(["Blacklist"]);
  expect(currentNotices()).toMatchObject([
    { kind: "success", title: "Account Deactivated", text: "name 7 is on the Blacklist." },
  ]);
});

test("words typed blindly activate no account: the A key asks first, and the R key says that accounts are not rejected", async () => {
  const saved = serve({ ...sage, requires_approval: false });
  show(<Approvals />, "/approvals?open=Account-7");
  const activate = await screen.findByRole("button", { name: "Activate" });
  await waitFor(() => expect(activate.getAttribute("aria-keyshortcuts")).toBe("A"));
  fireEvent.keyDown(document.body, { key: "r" });
  screen.getByText(/^An account cannot be rejected here/);
  for (const key of "a vague bio") fireEvent.keyDown(document.body, { key });
  answer("Activate the Account?", "Cancel");
  expect(saved).toEqual([]);
  fireEvent.keyDown(document.body, { key: "a" });
  answer("Activate the Account?", "Activate");
  await screen.findByRole("region", { name: "Account of name 8" });
  expect(saved).toEqual(["Active"]);
  // A click is no accident.
  fireEvent.click(await screen.findByRole("button", { name: "Activate" }));
  await waitFor(() => expect(saved).toEqual(["Active", "Active"]));
});
