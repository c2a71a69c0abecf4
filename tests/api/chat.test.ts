import { afterAll, beforeAll, expect, test } from "vitest";
import { exampleBrands as brands } from "#shared/reference/example-brands.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

test.each([
  ["cos.localhost", brands[0]],
  ["onesun.localhost", brands[1]],
  ["elsewhere.example", brands[0]],
])("R58: the chat window of %s redirects to its brand's chat (E30)", async (host, brand) => {
  const answer = await portal.visit().get("/api/chat").set("Host", host);
  expect(answer.status).toBe(302);
  expect(answer.headers.location).toBe(brand.chatAddress);
  expect(answer.headers["set-cookie"]).toBeUndefined();
});

test("an API host redirects at /chat", async () => {
  const answer = await portal.visit().get("/chat").set("Host", "api.portal.test");
  expect(answer.status).toBe(302);
  expect(answer.headers.location).toBe(brands[0].chatAddress);
});
