import { describe, expect, test } from "vitest";
import { exampleBrands as brands } from "#shared/reference/example-brands.ts";
import { pushMessage, shownTo } from "#web/pwa/push/push-message.ts";

const [brand] = brands;
const origin = "https://portal.test";
const read = (payload: string) => pushMessage(payload, brand, origin);
/** What a server of the release 1.0.0 does not say. */
const unsaid = { ownBody: null, userId: null, calls: null };
const news = {
  title: "COS Advisor Portal",
  body: "There is news for you. Open the portal to see it.",
  tag: "news",
  path: "/psychic",
  ...unsaid,
};
const luna = 3;
const open = { title: "Call booked", body: "Today at 7:00 PM ET", tag: "call-7" };
const ownBody = `${open.body}, with Ada`;
const declared = {
  ...open,
  navigate: `${origin}/psychic/schedule?day=2#calls`,
  data: { user: luna, calls: 2, body: ownBody },
};
const understood = {
  ...open,
  path: "/psychic/schedule?day=2#calls",
  ownBody,
  userId: luna,
  calls: 2,
};

test("the texts and the path of a message from the release 1.0.0 are used", () => {
  expect(read(JSON.stringify({ ...open, url: "/psychic/schedule?day=2#calls" }))).toEqual({
    ...open,
    path: "/psychic/schedule?day=2#calls",
    ...unsaid,
  });
});

describe("D68: a declarative message", () => {
  test("counts more than the fields for earlier releases beside it", () => {
    const beside = { title: "Old", body: "Old", tag: "old", url: "/psychic/contact" };
    const message = { ...beside, web_push: 8030, notification: declared, app_badge: 2 };
    expect(read(JSON.stringify(message))).toEqual(understood);
  });

  test("is the same if the browser has read it and passes its notification", () => {
    // The fields of a Notification are getters of its prototype.
    const notification = Object.create(declared);
    expect(pushMessage({ notification }, brand, origin)).toEqual(understood);
  });

  test.each([-1, 1.5, "2", null, 2 ** 60])("names no calls with the number %s", (calls) => {
    const notification = { ...declared, data: { user: luna, calls } };
    expect(pushMessage({ notification }, brand, origin).calls).toBeNull();
  });

  test("for another host of the brand leads to the same screen here", () => {
    const notification = { ...declared, navigate: "https://onesun.test/psychic/schedule" };
    expect(pushMessage({ notification }, brand, origin).path).toBe("/psychic/schedule");
  });

  test("names the customer only while its psychic is signed in, and counts only their calls", () => {
    const message = pushMessage({ notification: declared }, brand, origin);
    expect(shownTo(luna, message)).toEqual({ body: ownBody, calls: 2 });
    for (const other of [4, null])
      expect(shownTo(other, message)).toEqual({ body: open.body, calls: null });
    // A message of the release 1.0.0 does not say for whom it is.
    expect(shownTo(null, read(JSON.stringify(open)))).toEqual({ body: open.body, calls: null });
  });

  test("without a body of its own shows the open one", () => {
    const notification = { ...declared, data: { user: luna, calls: 0 } };
    const message = pushMessage({ notification }, brand, origin);
    expect(shownTo(luna, message)).toEqual({ body: open.body, calls: 0 });
  });
});

test.each(["", "no JSON", "null", "[]", "7", '{"title": 7, "body": {}, "tag": null, "url": []}'])(
  "the payload %s shows that there is news",
  (payload) => {
    expect(read(payload)).toEqual(news);
  },
);

test.each([
  ["https://evil.test/steal?a#b", "/steal?a#b"],
  ["//evil.test/steal", "/steal"],
  ["https://portal.test//evil.test/steal", "/evil.test/steal"],
  ["https://portal.test/\\evil.test/steal", "/evil.test/steal"],
  ["javascript:alert(1)", "/psychic"],
  ["data:text/html,x", "/psychic"],
  ["https://[", "/psychic"],
])("a payload's address %s leads to %s of this portal", (url, path) => {
  expect(read(JSON.stringify({ url })).path).toBe(path);
});

test("texts are cut to the length of a lock screen", () => {
  const { title, body, tag } = read(
    JSON.stringify({ title: "t".repeat(5000), body: "b".repeat(5000), tag: "g".repeat(5000) }),
  );
  expect([title.length, body.length, tag.length]).toEqual([200, 1000, 200]);
});
