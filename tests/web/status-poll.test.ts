import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";

vi.hoisted(() => {
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("navigator", { onLine: true });
});

import { polling } from "#web/advisor/use-own-status.ts";

test("a poll that finds the same status causes no new render (G6)", async () => {
  let code = "A";
  const client = new QueryClient();
  const observer = new QueryObserver(client, {
    ...polling,
    queryKey: ["status"],
    queryFn: async () => [{ code: code as "A" }],
  });
  const draw = vi.fn();
  const stop = observer.subscribe(draw);
  await vi.waitFor(() => expect(draw).toHaveBeenCalled(), { timeout: 10_000 });
  draw.mockClear();
  await observer.refetch();
  await observer.refetch();
  expect(draw).not.toHaveBeenCalled();
  code = "B";
  await observer.refetch();
  await vi.waitFor(() => expect(draw).toHaveBeenCalledOnce(), { timeout: 10_000 });
  stop();
});
