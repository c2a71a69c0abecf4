import { beforeEach, expect, test, vi } from "vitest";
import type { Listener, NewsItem } from "#server/db/news.ts";
import { createNewsBoard, type NewsEvent } from "#server/features/news/news-board.ts";

beforeEach(() => {
  vi.useFakeTimers();
  // A psychic is read again after exactly 30 seconds.
  const random = vi.spyOn(Math, "random").mockReturnValue(0.5);
  return () => {
    vi.useRealTimers();
    random.mockRestore();
  };
});

/** A board whose database and notifications are the test's. */
function openBoard() {
  const listeners = new Set<Listener>();
  const read = vi.fn<(psychicId: number) => Promise<NewsEvent[]>>();
  const warn = vi.fn();
  const follow = (listener: Listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const board = createNewsBoard({ news: { follow }, read, log: { warn } });
  const states = new Map<number, { availability: string; calls: string }>();
  read.mockImplementation(async (id) => {
    const { availability, calls } = states.get(id) ?? { availability: "-", calls: "-" };
    return [
      { name: "availability", text: `availability ${availability};` },
      { name: "calls", text: `calls ${calls};` },
    ];
  });
  return {
    read,
    warn,
    listeners,
    set: (id: number, availability: string, calls = "-") => states.set(id, { availability, calls }),
    tell: (psychicId: number, about: NewsItem["about"] = "availability") => {
      for (const listener of listeners) listener({ about, psychicId });
    },
    loseConnection: () => {
      for (const listener of listeners) listener(null);
    },
    open(id: number) {
      const got: string[] = [];
      const end = vi.fn(() => stop());
      const stop = board.feedOf(id).follow(undefined, { send: (text) => got.push(text), end });
      return { got, end, stop };
    },
  };
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test("a reader gets everything first, and then only what differs from what it got last", async () => {
  const board = openBoard();
  board.set(7, "O");
  const reader = board.open(7);
  await pass(50);
  expect(reader.got).toEqual(["availability O;calls -;"]);
  board.set(7, "O", "booked");
  board.tell(7, "calls");
  await pass(50);
  board.tell(7);
  await pass(50);
  board.set(7, "B", "booked");
  board.tell(7);
  await pass(50);
  expect(reader.got.slice(1)).toEqual(["calls booked;", "availability B;"]);

  const late = board.open(7);
  await pass(50);
  expect(late.got).toEqual(["availability B;calls booked;"]);
  expect(reader.got).toHaveLength(3);
});

test("changes within 50 ms are read once, for all pages of the psychic", async () => {
  const board = openBoard();
  const readers = [board.open(7), board.open(7)];
  await pass(50);
  board.read.mockClear();
  board.set(7, "A");
  for (let times = 0; times < 10; times += 1) {
    board.tell(7);
    await pass(4);
  }
  await pass(10);
  expect(board.read).toHaveBeenCalledOnce();
  for (const { got } of readers) expect(got).toHaveLength(2);
});

test("a change during a read is read again, and whoever joins during one waits for the next", async () => {
  const board = openBoard();
  board.set(7, "O");
  const reader = board.open(7);
  await pass(50);
  let answer = (_: NewsEvent[]) => {};
  board.read.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  board.tell(7);
  await pass(50);
  board.set(7, "A");
  board.tell(7);
  const late = board.open(7);
  await pass(1_000);
  answer([{ name: "availability", text: "availability B;" }]);
  await pass(0);
  expect(reader.got.at(-1)).toBe("availability B;");
  expect(late.got).toEqual([]);
  await pass(50);
  expect(reader.got.at(-1)).toBe("availability A;");
  expect(late.got).toEqual(["availability A;calls -;"]);
});

test("a psychic is read again every 30 seconds, for as long as somebody follows", async () => {
  const board = openBoard();
  const reader = board.open(7);
  await pass(50);
  board.set(7, "U");
  await pass(29_000);
  expect(board.read).toHaveBeenCalledOnce();
  await pass(1_000);
  expect(reader.got.at(-1)).toBe("availability U;");
  reader.stop();
  reader.stop();
  board.tell(7);
  await pass(600_000);
  expect(board.read).toHaveBeenCalledTimes(2);
});

test("a failure ends the streams, and one line of the log is for all psychics", async () => {
  const board = openBoard();
  board.read.mockRejectedValue(new Error("The database is away"));
  const readers = [board.open(7), board.open(8)];
  await pass(50);
  for (const { got, end } of readers) {
    expect(got).toEqual([]);
    expect(end).toHaveBeenCalledOnce();
  }
  expect(board.warn).toHaveBeenCalledOnce();
  await pass(600_000);
  expect(board.read).toHaveBeenCalledTimes(2);

  board.read.mockResolvedValueOnce([{ name: "availability", text: "availability O;" }]);
  const back = board.open(7);
  await pass(50);
  expect(back.got).toEqual(["availability O;"]);
  board.tell(7);
  await pass(50);
  expect(back.end).toHaveBeenCalledOnce();
  expect(board.warn).toHaveBeenCalledTimes(2);
});

test("2,000 psychics share one listener, are read four at a time, and only if they change", async () => {
  const board = openBoard();
  let reading = 0;
  let most = 0;
  board.read.mockImplementation(async () => {
    reading += 1;
    most = Math.max(most, reading);
    await new Promise((resolve) => setTimeout(resolve, 1));
    reading -= 1;
    return [{ name: "availability", text: "availability O;" }];
  });
  const readers = Array.from({ length: 2_000 }, (_, id) => board.open(id));
  await pass(1_000);
  expect(board.listeners.size).toBe(1);
  expect(board.read).toHaveBeenCalledTimes(2_000);
  expect(most).toBe(4);
  board.read.mockClear();
  board.tell(1_234);
  board.tell(5_678);
  await pass(100);
  expect(board.read.mock.calls).toEqual([[1_234]]);
  board.loseConnection();
  await pass(1_000);
  expect(board.read).toHaveBeenCalledTimes(2_001);
  for (const { stop } of readers) stop();
  expect(board.listeners.size).toBe(0);
});

test("after a change of the account the streams end, so that access is checked again", async () => {
  const board = openBoard();
  const [luna, orion] = [board.open(7), board.open(8)];
  await pass(50);
  board.set(7, "U");
  board.tell(7, "account");
  await pass(50);
  expect(luna.got.at(-1)).toBe("availability U;");
  expect(luna.end).toHaveBeenCalledOnce();
  expect(orion.end).not.toHaveBeenCalled();
});

test("a change of the schedule is no news", async () => {
  const board = openBoard();
  board.open(7);
  await pass(50);
  board.tell(7, "schedule");
  await pass(1_000);
  expect(board.read).toHaveBeenCalledOnce();
});
