import type { Request, Response } from "express";
import { expect, test, vi } from "vitest";
import { createBodyBudget } from "#server/http/body-budget.ts";
import { bodyReaderOf } from "#server/http/read-body.ts";
import { contactEndpoints } from "#shared/contacts.ts";

const kilobytes = (count: number) => Buffer.alloc(count * 1000 - 256);

function opened(isKnown = false, budget = createBodyBudget(100_000)) {
  const cut: string[] = [];
  const open = (name: string, known = isKnown) => {
    const body = budget.open(known);
    body.onCut = ({ code }) => cut.push(`${name}: ${code}`);
    return body;
  };
  return { budget, cut, open };
}

test("the body that has come for longest goes where there is no room (C1)", () => {
  const { budget, cut, open } = opened();
  const [first, second, third] = [open("first"), open("second"), open("third")];
  second.add(kilobytes(40));
  first.add(kilobytes(40));
  expect(cut).toEqual([]);
  third.add(kilobytes(40));
  expect(cut).toEqual(["first: unavailable"]);
  expect(budget.held()).toBe(80_000);
  third.add(kilobytes(30));
  expect(cut).toEqual(["first: unavailable", "second: unavailable"]);
  third.add(kilobytes(40));
  expect(cut.at(-1)).toBe("third: unavailable");
  expect(budget.held()).toBe(0);
});

test("a known sender's body goes last, a whole one stays until it is released (C1)", () => {
  const { budget, cut, open } = opened();
  const [known, whole, stranger] = [open("known", true), open("whole"), open("stranger")];
  known.add(kilobytes(50));
  whole.add(kilobytes(30));
  whole.complete();
  stranger.add(kilobytes(30));
  expect(cut).toEqual(["stranger: unavailable"]);
  known.add(kilobytes(30));
  expect(cut).toEqual(["stranger: unavailable", "known: unavailable"]);
  expect(budget.held()).toBe(30_000);
  whole.release();
  whole.release();
  expect(budget.held()).toBe(0);
});

test("a body that comes byte by byte counts for what it keeps in memory (C1)", () => {
  const { budget, open } = opened();
  const body = open("slow");
  for (let i = 0; i < 100; i++) body.add(Buffer.alloc(1));
  expect(budget.held()).toBeGreaterThan(20_000);
});

test("the place of a sender who had gone before is free again (C1)", async () => {
  const release = vi.fn();
  const held = { onCut: () => {}, add: () => {}, complete: () => {}, release };
  const read = bodyReaderOf(contactEndpoints.createContact, { open: () => held, held: () => 0 });
  const headers: Record<string, string> = { "content-type": "application/json" };
  const gone = { destroyed: true, complete: false, get: (name: string) => headers[name] };
  // Its "close" came while the limits were looked at.
  const closed = { once: () => {} };
  const sender = { isUnknown: true, signed: undefined };
  const reading = read(gone as unknown as Request, closed as unknown as Response, sender);
  await expect(reading).rejects.toThrow("cut off");
  expect(release).toHaveBeenCalled();
});
