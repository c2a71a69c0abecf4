import { expect, test } from "vitest";
import type { Reading } from "#shared/readings.ts";
import { readingsColumns } from "#web/features/readings/readings-columns.tsx";
import { columnKeys } from "#web/ui/table/column.ts";
import { csvHead, csvRows } from "#web/ui/table/csv.ts";

const open = { rating: () => undefined, recording: () => undefined };

const reading: Reading = {
  connection_id: "c-1",
  call_date: "2026-07-01T16:00:09Z",
  customer_id: 7,
  username: "=ada",
  type: "repeat",
  duration: 1_200,
  free_mins: 3,
  paid_mins: 1_197,
  rate: 3.99,
  revenue: 4_776.03,
  result: "Completed",
  rating: 4,
  rating_text: 'Kind, "clear"',
  has_recording: true,
};

test("R27: all columns are in order, and sort by the server's names", () => {
  expect([...columnKeys(readingsColumns(false, open))]).toEqual([
    ...["connection_id", "call_date", "username", "type", "duration", "free_mins", "paid_mins"],
    ...["rate", "revenue", "result", "rating", "rating_text", "has_recording"],
  ]);
});

test("R28: a psychic has no Id, Rate, Call Revenue and Play Call, not even to sort by", () => {
  const all = columnKeys(readingsColumns(false, open));
  const limited = columnKeys(readingsColumns(true, open));
  expect([...all].filter((key) => !limited.has(key))).toEqual([
    ...["connection_id", "rate", "revenue", "has_recording"],
  ]);
});

test("a CSV has figures as numbers, New York's times, and no formula", () => {
  const groups = readingsColumns(false, open);
  expect(csvHead(groups)).toBe(
    "Id,Date,Member,New or Repeat,Minutes: Duration,Minutes: Free,Minutes: Paid,Rate,Call Revenue,Results,Rating,Rating Text,Play Call\r\n",
  );
  expect(csvRows(groups, [reading])).toBe(
    `c-1,07/01/2026 12:00:09 PM ET,'=ada,Repeat,1200,3,1197,3.99,4776.03,Completed,4,"Kind, ""clear""",Yes\r\n`,
  );
});
