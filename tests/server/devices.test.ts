import type { Request, Response } from "express";
import { expect, test } from "vitest";
import { createDevices } from "#server/http/devices.ts";

const secret = "a secret of the tests, long enough for the rule";
const newSecret = "another secret of the tests, for the next months";

/** A browser that stores the portal's device cookie. */
function browserOf() {
  let cookie: string | undefined;
  const res = {
    cookie(name: string, value: string) {
      cookie = `${name}=${value}`;
    },
  };
  return {
    req: () => ({ headers: { cookie: `other=1; ${cookie}; sid=s%3Ax` } }) as Request,
    res: res as unknown as Response,
    accountCount: () => (cookie ?? "").split(".").length - 1,
  };
}
const owner = (id: number, session_epoch = 0) => ({ id, session_epoch });

test("a browser is known to the accounts that it signed in to, until their epoch changes (C3)", () => {
  const devices = createDevices({ secrets: [secret], tls: true });
  const browser = browserOf();
  expect(devices.hasCookie(browser.req())).toBe(false);
  devices.remember(browser.req(), browser.res, owner(1));
  const name = devices.nameFor(browser.req(), owner(1));
  expect(name).toMatch(/^[\w-]{22}$/);
  devices.remember(browser.req(), browser.res, owner(2, 7));
  expect(devices.nameFor(browser.req(), owner(1))).toBe(name);
  expect(devices.nameFor(browser.req(), owner(2, 7))).toBe(name);
  for (const other of [owner(1, 1), owner(2, 6), owner(3), owner(11)]) {
    expect(devices.nameFor(browser.req(), other)).toBeNull();
  }
});

test("a browser keeps the last five accounts that signed in, each once (C3)", () => {
  const devices = createDevices({ secrets: [secret], tls: true });
  const browser = browserOf();
  for (const id of [1, 2, 3, 4, 5, 6, 6]) devices.remember(browser.req(), browser.res, owner(id));
  expect(browser.accountCount()).toBe(5);
  expect(devices.nameFor(browser.req(), owner(1))).toBeNull();
  for (const id of [2, 3, 4, 5, 6]) {
    expect(devices.nameFor(browser.req(), owner(id))).not.toBeNull();
  }
});

test("a cookie of the old session secret stays valid and is replaced with the new secret (C3)", () => {
  const browser = browserOf();
  createDevices({ secrets: [secret], tls: true }).remember(browser.req(), browser.res, owner(1));
  const both = createDevices({ secrets: [newSecret, secret], tls: true });
  expect(both.nameFor(browser.req(), owner(1))).not.toBeNull();
  both.remember(browser.req(), browser.res, owner(1));
  expect(browser.accountCount()).toBe(1);
  const later = createDevices({ secrets: [newSecret], tls: true });
  expect(later.nameFor(browser.req(), owner(1))).not.toBeNull();
  const outdated = createDevices({ secrets: [secret], tls: true });
  expect(outdated.nameFor(browser.req(), owner(1))).toBeNull();
});
