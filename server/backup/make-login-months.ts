import type pg from "pg";
import {
  addMonths,
  boundsOf,
  findParent,
  listMonths,
  monthOf,
  partitionOf,
} from "#server/db/partitions/months.ts";
import { lives } from "#server/retention.ts";
import type { Manifest } from "./manifest.ts";

const parent = "public.logins";

/**
 * A backup from the week after an upgrade has logins without partitions, but the restored table is
 * partitioned. So this makes the months that logins are kept for. Without them, all rows would be
 * strays.
 * @param client is in a transaction.
 */
export async function makeLoginMonths(
  client: pg.ClientBase,
  { partitions, takenAt }: Pick<Manifest, "partitions" | "takenAt">,
): Promise<void> {
  const isSame = partitions.some((one) => one.parent === parent);
  if (isSame || (await findParent(client, "logins")) !== parent) return;
  const present = await listMonths(client, "logins");
  const last = monthOf(new Date(takenAt));
  let month = monthOf(new Date(Date.parse(takenAt) - lives.logins.days * 86_400_000));
  for (; month <= last; month = addMonths(month, 1)) {
    if (present.includes(month)) continue;
    const { from, to } = await boundsOf(client, "logins", month);
    await client.query(
      `create table ${partitionOf("logins", month)} partition of ${parent}
         for values from (${from}) to (${to})`,
    );
  }
}
