import { expect, test } from "vitest";
import { exampleBrands as brands } from "#shared/reference/example-brands.ts";
import { pushMessage } from "#web/pwa/push/push-message.ts";

const [brand] = brands;
const origin = "https://portal.test";
const read = (payload: string) => pushMessage(payload, brand, origin);
const news = {
  title: "COS Advisor Portal",
  body: "There is news for you. Open the portal to see it.",
  tag: "news",
  path: "/psychic",
};

test("a payload's texts and path are used", () => {
  const said = { title: "Call booked", body: "Today at 7:00 PM ET", tag: "call-7" };
  expect(read(JSON.stringify({ ...said, url: "/psychic/schedule?day=2#calls" }))).toEqual({
    ...said,
    path: "/psychic/schedule?day=2#calls",
  });
});

test.each(["", "no JSON", "null", "[]", "7", '{"title": 7, "body": {}, "tag": null, "url": []}'])(
  "the payload %s shows that there is news",
  (payload) => {
    expect(read(payload)).toEqual(news);
  },
);

test.each([
  "https://evil.test/psychic",
  "//evil.test/psychic",
  "javascript:alert(1)",
  "data:text/html,x",
  "http://portal.test/psychic/schedule",
  "https://portal.test.evil.test/",
  "https://[",
])("a payload's address outside this portal is ignored: %s", (url) => {
  expect(read(JSON.stringify({ url })).path).toBe("/psychic");
});

test("texts are cut to the length of a lock screen", () => {
  const { title, body, tag } = read(
    JSON.stringify({ title: "t".repeat(5000), body: "b".repeat(5000), tag: "g".repeat(5000) }),
  );
  expect([title.length, body.length, tag.length]).toEqual([200, 1000, 200]);
});
