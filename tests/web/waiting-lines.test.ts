import { expect, test } from "vitest";
import { giftEndpoints } from "../../shared/gifts.ts";
import { draftOf, linesOf } from "../../web/advisor/waiting/describe.ts";

test("a letter that waits is shown and mended as it was typed", () => {
  const { method, path } = giftEndpoints.sendGifts;
  const letter = {
    subject: "Free minutes",
    body: "<p>Tea &amp; cards,</p><p>5 &lt; 6</p>",
    minutes: 3,
    customers: [1, 2],
  };
  const edit = { endpoint: { method, path }, request: { params: { id: "7" }, body: letter } };
  const body = "Tea & cards,\n5 < 6";
  expect(linesOf(edit, undefined)).toContainEqual({ label: "Message", mine: body });
  expect(draftOf(edit)).toEqual({ form: "gift", values: { ...letter, body } });
});
