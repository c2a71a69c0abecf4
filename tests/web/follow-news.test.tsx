import { act } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { psychicEndpoints } from "#shared/psychics.ts";
import { scheduledCallEndpoints } from "#shared/scheduled-calls.ts";
import type { Session } from "#shared/sessions.ts";
import { followNews } from "#web/advisor/follow-news.ts";
import { type OfflineMode, startOfflineMode } from "#web/api/offline.ts";
import { query } from "#web/api/query.ts";
import { storeSession } from "#web/api/stored-session.ts";
import { lastSource, TestSource } from "./fixtures/event-source.ts";
import {
  accountPath,
  answerOf,
  answers,
  asked,
  askedForAnything,
  becomes,
  call,
  callsPath,
  forget,
  luna,
  openDashboard,
  queries,
  request,
  send,
  sendAll,
  server,
  setUpDashboard,
  statusPath,
  wait,
} from "./fixtures/news-dashboard.tsx";

setUpDashboard();

describe("D67, K9: the app polls only while no news arrives", () => {
  test("until the first event", async () => {
    const { result } = await openDashboard();
    expect(lastSource().address).toBe(`/api/psychics/${luna}/news`);
    await wait(60_000 - 3_000);
    expect(asked(statusPath)).toBe(19);
    expect(asked(callsPath)).toBe(0);
    await wait(3_000);
    expect(asked(callsPath)).toBe(1);

    // The first two streams were silent for 15 seconds. This is the third.
    await wait(30_000);
    expect(TestSource.all).toHaveLength(3);
    await sendAll();
    forget();
    for (let beat = 0; beat < 180; beat += 1) {
      await wait(20_000);
      await send("beat");
    }
    expect(askedForAnything()).toEqual([]);
    await send("availability", [{ code: "B" }]);
    await send("calls", { scheduled_calls: [{ ...call, status: "booked" }], total: 1 });
    expect(result.current).toMatchObject({ code: "B", calls: [5] });
    await send("psychic", { user_id: luna, account_status: "Flagged" });
    expect(result.current.account).toBe("Flagged");
    expect(askedForAnything()).toEqual([]);
  });

  test("once a connection that has ended is not back within three seconds", async () => {
    await openDashboard();
    await sendAll();
    await act(async () => lastSource().lose());
    await wait(2_000);
    await sendAll();
    await wait(20_000);
    expect(askedForAnything()).toEqual([]);
    await act(async () => lastSource().lose());
    await wait(2_999);
    expect(askedForAnything()).toEqual([]);
    await wait(1);
    expect(askedForAnything()).toEqual([statusPath, callsPath]);
    await wait(3_000);
    expect(asked(statusPath)).toBe(2);
    await wait(39_000);
    expect(TestSource.all).toHaveLength(2);
    await sendAll();
    forget();
    await wait(20_000);
    expect(askedForAnything()).toEqual([]);
  });

  test("until a server that restarts is back after some seconds", async () => {
    await openDashboard();
    await sendAll();
    await act(async () => lastSource().lose());
    await wait(2_000);
    expect(askedForAnything()).toEqual([]);
    // The browser has connected again, without success, and goes on trying.
    await act(async () => lastSource().lose());
    await wait(1_000);
    expect(askedForAnything()).toEqual([statusPath, callsPath]);
    await wait(9_000);
    expect(asked(statusPath)).toBe(4);
    await sendAll();
    forget();
    await wait(40_000);
    expect(askedForAnything()).toEqual([]);
    expect(TestSource.all).toHaveLength(1);
  });

  test("after 45 seconds of silence", async () => {
    await openDashboard();
    await sendAll();
    await wait(20_000);
    await send("beat");
    await wait(44_000);
    expect(askedForAnything()).toEqual([]);
    await wait(1_000);
    expect(askedForAnything()).toEqual([statusPath, callsPath]);
    expect(lastSource().readyState).toBe(TestSource.CLOSED);
  });

  test("if the server refuses the stream", async () => {
    await openDashboard();
    await act(async () => lastSource().refuse());
    await wait(29_000);
    expect(asked(statusPath)).toBe(9);
    expect(TestSource.all).toHaveLength(1);
    await wait(1_000);
    expect(TestSource.all).toHaveLength(2);
  });

  test("if the browser has no streams", async () => {
    Reflect.deleteProperty(globalThis, "EventSource");
    await openDashboard();
    await wait(3_000);
    expect(asked(statusPath)).toBe(1);
  });
});

describe("D43: the stream is open only while the page is seen", () => {
  test("a hidden page asks for nothing, and follows again when it is seen", async () => {
    await openDashboard();
    await sendAll();
    await becomes({ visibilityState: "hidden" });
    expect(lastSource().readyState).toBe(TestSource.CLOSED);
    await wait(600_000);
    await becomes({ visibilityState: "visible" });
    expect(TestSource.all).toHaveLength(2);
    await sendAll();
    await wait(44_000);
    expect(askedForAnything()).toEqual([]);

    await becomes({ visibilityState: "hidden" });
    await becomes({ visibilityState: "visible" });
    await wait(3_000);
    expect(askedForAnything()).toEqual([statusPath, callsPath]);
  });

  test("a page that is online again follows anew, because its stream may be dead", async () => {
    await openDashboard();
    await sendAll();
    const before = lastSource();
    await becomes({ onLine: false });
    await act(async () => before.lose());
    await wait(60_000);
    expect(askedForAnything()).toEqual([]);
    const { length } = TestSource.all;
    await becomes({ onLine: true });
    expect(TestSource.all).toHaveLength(length + 1);
    await sendAll();
    forget();
    await wait(20_000);
    expect(askedForAnything()).toEqual([]);
  });

  test("a screen that closes ends its stream", async () => {
    const { unmount } = await openDashboard();
    await sendAll();
    unmount();
    expect(lastSource().readyState).toBe(TestSource.CLOSED);
    expect(askedForAnything()).toEqual([]);
  });
});

describe("an event is treated as the answer to a poll", () => {
  test.each([
    ["older", "B"],
    ["newer", "U"],
  ])("if an answer on its way may be %s, the page asks again", async (_age, present) => {
    const { result } = await openDashboard();
    await sendAll();
    answers[statusPath] = [{ code: present }];
    let arrive = (_: Response) => {};
    server.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          arrive = resolve;
        }),
    );
    void queries.invalidateQueries(query(psychicEndpoints.getAvailability, request));
    await wait(0);
    expect(asked(statusPath)).toBe(1);
    await send("availability", [{ code: "B" }]);
    arrive(answerOf([{ code: "O" }]));
    await wait(100);
    expect(result.current.code).toBe(present);
    expect(asked(statusPath)).toBe(2);
  });

  test("it passes through the offline mode, which keeps it and shows unsent edits", async () => {
    const { result } = await openDashboard();
    const answer = vi.fn<OfflineMode["answer"]>(async (endpoint, _request, _context, askServer) => {
      const { data, version } = await askServer();
      const isCalls = endpoint === scheduledCallEndpoints.listScheduledCalls;
      return { data: isCalls ? { scheduled_calls: [call], total: 1 } : data, version };
    });
    const end = startOfflineMode({ answer } as unknown as OfflineMode);
    await sendAll();
    end();
    expect(answer.mock.calls.map(([endpoint]) => endpoint)).toEqual([
      scheduledCallEndpoints.listScheduledCalls,
      psychicEndpoints.getPsychic,
    ]);
    expect(result.current.calls).toEqual([5]);
  });

  test("D38: nothing is shown once its user has left", async () => {
    await openDashboard();
    await sendAll();
    storeSession(null);
    queries.clear();
    await send("availability", [{ code: "B" }]);
    const { queryKey } = query(psychicEndpoints.getAvailability, request);
    expect(queries.getQueryData(queryKey)).not.toEqual([{ code: "B" }]);
  });
});

test("D38: another user on the same page sees nothing of the former one's news", async () => {
  const end = followNews(luna, queries);
  const former = lastSource();
  const { queryKey } = query(psychicEndpoints.getAvailability, request);
  const orion = luna + 1;
  storeSession({ user_id: orion, username: "orion", manager: 2, pay_day: 1 } as Session);
  // Until the screen has changed, the former stream is still open.
  await send("availability", [{ code: "B" }]);
  end();
  const endOwn = followNews(orion, queries);
  await send("availability", [{ code: "R" }], former);
  await send("availability", [{ code: "O" }]);
  endOwn();
  expect(lastSource().address).toBe(`/api/psychics/${orion}/news`);
  expect(former.readyState).toBe(TestSource.CLOSED);
  expect(queries.getQueryData(queryKey)).toBeUndefined();
  const own = query(psychicEndpoints.getAvailability, { params: { id: String(orion) } });
  expect(queries.getQueryData(own.queryKey)).toEqual([{ code: "O" }]);
});

describe("F4: the account", () => {
  test("is asked for with each new status while no news arrives, and not otherwise", async () => {
    await openDashboard();
    answers[statusPath] = [{ code: "U" }];
    await wait(3_100);
    await wait(0);
    expect(asked(accountPath)).toBe(1);
    await sendAll("U");
    forget();
    await send("availability", [{ code: "B" }]);
    expect(askedForAnything()).toEqual([]);
  });

  test("is polled while it is locked and no news arrives", async () => {
    await openDashboard();
    await sendAll("O", "Pending");
    for (let beat = 0; beat < 3; beat += 1) {
      await wait(20_000);
      await send("beat");
    }
    expect(askedForAnything()).toEqual([]);
    await act(async () => lastSource().refuse());
    answers[accountPath] = { user_id: luna, account_status: "Pending" };
    await wait(30_000);
    expect(asked(accountPath)).toBe(1);
  });
});
