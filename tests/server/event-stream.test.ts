import { EventEmitter } from "node:events";
import type { Request, Response } from "express";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EventFeed, type EventSink, eventText, streamEvents } from "#server/http/event-stream.ts";
import type { Viewer } from "#server/http/handler.ts";
import type { RouteContext } from "#server/http/route-context.ts";
import { floorEndpoints } from "#shared/floor.ts";

const minute = 60_000;

/** What a response does for a stream, with what was written. */
class FakeResponse extends EventEmitter {
  locals: Record<string, unknown> = {};
  text = "";
  isEnded = false;
  destroyed = false;
  writableLength = 0;
  setHeader() {}
  get writableEnded() {
    return this.isEnded;
  }
  write(text: string) {
    if (this.isEnded) throw new Error("write after end");
    this.text += text;
  }
  end() {
    this.isEnded = true;
    this.emit("close");
  }
  destroy() {
    this.destroyed = true;
    this.emit("close");
  }
}

const manager = { userId: 1, role: "manager", staffRole: "owner" } as Viewer;

let viewer: Viewer | null;
let isDraining: boolean;
let sink: EventSink;
/** How many streams follow the feed. */
let following = 0;
let response: FakeResponse;

/** Opens a stream of a feed that a test feeds through `sink`. */
function open(to = new FakeResponse()): Promise<void> {
  const feed = new EventFeed((_since, toReader) => {
    sink = toReader;
    following += 1;
    return () => {
      following -= 1;
    };
  });
  const request = {
    session: { viewer },
    method: "GET",
    params: {},
    get: (name: string) => (name === "accept" ? "text/event-stream" : undefined),
  } as unknown as Request;
  const context = {
    draining: () => isDraining,
    readOnlySession: () => (req: Request, _res: Response, next: () => void) => {
      Object.assign(req, { session: { viewer } });
      next();
    },
    services: { clock: () => new Date() },
  } as unknown as RouteContext;
  response = to;
  return streamEvents(
    floorEndpoints.followFloor,
    context,
    request,
    response as unknown as Response,
    feed,
  );
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  viewer = manager;
  isDraining = false;
});
afterEach(() => {
  vi.useRealTimers();
});

test("a stream has events and beats, and ends by itself before the server cuts it", async () => {
  const over = open();
  sink.send(eventText("floor", '{"whole":true}', "1"));
  expect(response.text).toBe('retry: 2000\n\nid: 1\nevent: floor\ndata: {"whole":true}\n\n');
  await vi.advanceTimersByTimeAsync(2.9 * minute);
  expect(response.text.split("event: beat").length - 1).toBe(8);
  expect(response.isEnded).toBe(false);
  await vi.advanceTimersByTimeAsync(1.2 * minute);
  await over;
  expect(response.text.endsWith("retry: 0\n\n")).toBe(true);
  expect(following).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test("a stream ends at the next beat after its reader has lost access", async () => {
  const over = open();
  await vi.advanceTimersByTimeAsync(minute / 2);
  viewer = null;
  await vi.advanceTimersByTimeAsync(minute / 2);
  await over;
  expect(response.isEnded).toBe(true);
  expect(response.text.split("event: beat").length - 1).toBe(1);
  expect(following).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test("a reader who is far behind is cut off, and a page that closes is forgotten", async () => {
  const behind = open();
  response.writableLength = 5_000_000;
  sink.send(eventText("floor", "{}"));
  await behind;
  expect(response.destroyed).toBe(true);
  expect(following).toBe(0);

  const closed = open();
  response.emit("close");
  await closed;
  expect(following).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test("a process that is about to stop ends its streams", async () => {
  const over = open();
  isDraining = true;
  await vi.advanceTimersByTimeAsync(1_000);
  await over;
  expect(response.isEnded).toBe(true);
  expect(following).toBe(0);
});

test("a stream that ends while a beat reads the session writes nothing more", async () => {
  const over = open();
  await vi.advanceTimersByTimeAsync(20_000);
  const written = response.text;
  response.end();
  sink.send(eventText("floor", "{}"));
  await over;
  expect(response.text).toBe(written);
});

test("a caller who has left before its stream begins is not followed", async () => {
  const gone = new FakeResponse();
  gone.destroyed = true;
  await open(gone);
  expect(following).toBe(0);
});

test("a user has at most ten streams in a process", async () => {
  const opened = Array.from({ length: 10 }, () => {
    const one = new FakeResponse();
    return { one, over: open(one) };
  });
  await expect(open()).rejects.toMatchObject({ code: "too_many" });
  opened[0]?.one.emit("close");
  await opened[0]?.over;
  const again = open();
  response.emit("close");
  for (const { one } of opened) one.emit("close");
  await Promise.all([again, ...opened.map(({ over }) => over)]);
  expect(following).toBe(0);
});
