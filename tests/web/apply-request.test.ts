import { expect, test, vi } from "vitest";
import { botCheckEndpoints } from "#shared/bot-check.ts";
import { request } from "#web/recruiting/apply/request.ts";

test("the apply form gives up a call that gets no answer within 35 s (F17)", async () => {
  vi.stubGlobal("location", new URL("http://cos.localhost/cos/apply"));
  const patience = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(patience.signal);
  vi.stubGlobal(
    "fetch",
    vi.fn<typeof fetch>(
      (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        }),
    ),
  );
  const answer = request(botCheckEndpoints.getBotCheck);
  expect(timeout).toHaveBeenCalledWith(35_000);
  patience.abort(new DOMException("too long", "TimeoutError"));
  await expect(answer).rejects.toMatchObject({ name: "ApiError", code: "offline" });
  vi.unstubAllGlobals();
});
