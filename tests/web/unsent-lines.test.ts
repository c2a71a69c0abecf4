import { expect, test } from "vitest";
import { giftEndpoints } from "#shared/gifts.ts";
import { phoneEndpoints } from "#shared/phones.ts";
import { draftOf, linesOf } from "#web/advisor/waiting/describe.ts";

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

test("a removal that waits says which number, a gift to whom (G3)", () => {
  const { method, path } = phoneEndpoints.savePhone;
  const removal = {
    endpoint: { method, path },
    request: { params: { id: "7" }, body: { phone: { id: 4, delete: true } } },
  };
  expect(linesOf({ ...removal, about: "212-555-0100" }, undefined)).toEqual([
    { label: "Remove", mine: "212-555-0100" },
  ]);
  // As an older release queued it.
  expect(linesOf(removal, undefined)).toEqual([{ label: "Remove", mine: "A number" }]);

  const gift = {
    endpoint: { method: giftEndpoints.sendGifts.method, path: giftEndpoints.sendGifts.path },
    request: { body: { subject: "s", body: "b", minutes: 3, customers: [1, 2] } },
    about: "ada, Bea",
  };
  expect(linesOf(gift, undefined)).toContainEqual({ label: "Customers", mine: "2: ada, Bea" });
});
