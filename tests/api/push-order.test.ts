import { setImmediate } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { minute, setUpNotifications } from "./fixtures/notifications.ts";

const fixture = setUpNotifications();
const { sql, runRemind, pushed, addPsychic, callOf, send } = fixture;

describe("a booking and a reminder that are due at once", () => {
  test("go out one after the other: the last one stays on the screen", async () => {
    const { psychic } = await addPsychic("late");
    await send(callOf(psychic, 10));
    const { push } = fixture.portal.services;
    const log: string[] = [];
    const slow = vi.spyOn(push, "send").mockImplementation(async (_, { title }) => {
      log.push(`${title} is sent`);
      if (title === "Call booked") await setImmediate();
      log.push(`${title} is answered`);
      return { outcome: "taken" };
    });
    await runRemind();
    slow.mockRestore();
    expect(log).toEqual([
      "Call booked is sent",
      "Call booked is answered",
      "Call in 10 minutes is sent",
      "Call in 10 minutes is answered",
    ]);
  });

  test("keep their order when the push service takes them later", async () => {
    const { psychic } = await addPsychic("busy");
    await send(callOf(psychic, 10));
    fixture.service.replies.set("busy", { status: 503 });
    await runRemind();
    fixture.service.replies.clear();
    await fixture.portal.advance(minute);
    await runRemind();
    expect(pushed().map((text) => text.split(" | ")[0])).toEqual([
      "busy: Call booked",
      "busy: Call booked",
      "busy: Call in 9 minutes",
    ]);
  });
});

test("a notification of a kind that only a newer release knows waits for that release", async () => {
  const { psychic } = await addPsychic("upgrading");
  await send(callOf(psychic, 600), callOf(psychic, 700));
  // As the newer release's migration does.
  await sql().raw("alter table notifications drop constraint notifications_kind_check");
  const [id = 0] = await sql()("notifications").where({ user_id: psychic.id }).pluck("id");
  await sql().raw("update notifications set kind = 'newer' where id = ?", [id]);
  await runRemind();
  expect(pushed()).toHaveLength(1);
  expect(await sql()("notifications").where({ id }).first()).toMatchObject({
    ended_at: null,
    attempts: 0,
  });
});
