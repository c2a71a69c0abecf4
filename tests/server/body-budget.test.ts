import type { Request, Response } from "express";
import { expect, test, vi } from "vitest";
import { createBodyBudget } from "#server/http/body-budget.ts";
import { bodyReaderOf } from "#server/http/read-body.ts";
import { contactEndpoints } from "#shared/contacts.ts";

const kilobytes = (count: number) => Buffer.alloc(count * 1000 - 256);

function openBudget(isKnown = false, budget = createBodyBudget(100_000)) {
  const cutBodies: string[] = [];
  const open = (name: string, known = isKnown) => {
    const body = budget.open(known);
    body.onCut = ({ code }) => cutBodies.push(`${name}: ${code}`);
    return body;
  };
  return { budget, cutBodies, open };
}

test("a full budget cuts the body that was opened first (C1)", () => {
  const { budget, cutBodies, open } = openBudget();
  const [first, second, third] = [open("first"), open("second"), open("third")];
  second.add(kilobytes(40));
  first.add(kilobytes(40));
  expect(cutBodies).toEqual([]);
  third.add(kilobytes(40));
  expect(cutBodies).toEqual(["first: unavailable"]);
  expect(budget.held()).toBe(80_000);
  third.add(kilobytes(30));
  expect(cutBodies).toEqual(["first: unavailable", "second: unavailable"]);
  third.add(kilobytes(40));
  expect(cutBodies.at(-1)).toBe("third: unavailable");
  expect(budget.held()).toBe(0);
});

test("a full budget cuts known senders last, and never a complete body (C1)", () => {
  const { budget, cutBodies, open } = openBudget();
  const [known, whole, stranger] = [open("known", true), open("whole"), open("stranger")];
  known.add(kilobytes(50));
  whole.add(kilobytes(30));
  whole.complete();
  stranger.add(kilobytes(30));
  expect(cutBodies).toEqual(["stranger: unavailable"]);
  known.add(kilobytes(30));
  expect(cutBodies).toEqual(["stranger: unavailable", "known: unavailable"]);
  expect(budget.held()).toBe(30_000);
  whole.release();
  whole.release();
  expect(budget.held()).toBe(0);
});

test("a body that arrives byte by byte counts with the memory it takes (C1)", () => {
  const { budget, open } = openBudget();
  const body = open("slow");
  for (let i = 0; i < 100; i++) body.add(Buffer.alloc(1));
  expect(budget.held()).toBeGreaterThan(20_000);
});

test("a sender that disconnects before its body is read frees its place (C1)", async () => {
  const release = vi.fn();
  const held = { onCut: () => {}, add: () => {}, complete: () => {}, release };
  const read = bodyReaderOf(contactEndpoints.createContact, { open: () => held, held: () => 0 });
  const headers: Record<string, string> = { "content-type": "application/json" };
  const goneRequest = { destroyed: true, complete: false, get: (name: string) => headers[name] };
  // The "close" event fired earlier, while the portal checked the limits.
  const closedResponse = { once: () => {} };
  const sender = { isUnknown: true, signed: undefined };
  const reading = read(
    goneRequest as unknown as Request,
    closedResponse as unknown as Response,
    sender,
  );
  await expect(reading).rejects.toThrow("cut off");
  expect(release).toHaveBeenCalled();
});
