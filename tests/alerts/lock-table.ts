import { connectTo } from "../support/database.ts";

/** Keeps everybody else from a table. @returns a function that releases it. */
export async function lockTable(url: string, table: string): Promise<() => Promise<void>> {
  const holder = await connectTo(url);
  await holder.query(`begin; lock table ${table} in access exclusive mode`);
  return () => holder.end();
}
