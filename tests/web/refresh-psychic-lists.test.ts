import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { refreshPsychicLists } from "#web/features/psychics/refresh-psychic-lists.ts";

test("after a change to a psychic no list shows the old status (F3)", async () => {
  const queries = new QueryClient();
  const known = [
    ["GET", "/psychics", { query: { sort: "ranking" } }],
    ["GET", "/search/{term}", { params: { term: "luna" } }],
    ["GET", "/approvals", {}],
    ["GET", "/psychics/{id}/readings", { params: { id: "7" } }],
  ];
  for (const key of known) queries.setQueryData(key, {});
  await refreshPsychicLists(queries);
  const stale = known.map((key) => queries.getQueryState(key)?.isInvalidated);
  expect(stale).toEqual([true, true, true, false]);
});
