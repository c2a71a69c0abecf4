import { connectTo } from "../support/database.ts";
import type { Load } from "./load.ts";
import type { Stage } from "./stage.ts";

interface Result {
  acknowledged: number;
  lost: number;
  doubled: number;
}

/** Compares every acknowledged reading and save with the rows of the new primary. */
export async function comparisonOf(
  { replica }: Stage,
  { acknowledged }: Load,
): Promise<{ readings: Result; saves: Result }> {
  const client = await connectTo(replica.url);
  const readings = await client.query<{ connection_id: string; minutes: number }>(
    "select connection_id, minutes from readings",
  );
  const saves = await client.query<{ details: string }>(
    "select details from problems where details like 'Save %'",
  );
  await client.end();
  const minutes = new Map(readings.rows.map((row) => [row.connection_id, row.minutes]));
  const stored = new Set(saves.rows.map(({ details }) => details));
  return {
    readings: {
      acknowledged: acknowledged.readings.size,
      lost: [...acknowledged.readings].filter(([id, sent]) => minutes.get(id) !== sent.minutes)
        .length,
      doubled: readings.rows.length - minutes.size,
    },
    saves: {
      acknowledged: acknowledged.saves.size,
      lost: [...acknowledged.saves.keys()].filter((details) => !stored.has(details)).length,
      doubled: saves.rows.length - stored.size,
    },
  };
}
