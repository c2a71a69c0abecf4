import { parseArgs } from "node:util";
import {
  type DeliveryLine,
  type DeliveryState,
  deliveryStates,
  listDeliveries,
  replayDeliveries,
  stateOf,
} from "../features/platform/deliveries.ts";
import { StartError } from "../start-error.ts";
import { openDatabaseForCommand, runCommand } from "./database.ts";

const usage =
  "Usage: npm run deliveries -- [--state=waiting|delivered|given-up] [--psychic=ID] [--limit=N]\n" +
  "       npm run deliveries -- replay ID… (or: replay given-up)";

type Order =
  | { replay: number[] | "given-up" }
  | { state: DeliveryState | undefined; psychicId: number | undefined; limit: number };

/** @throws StartError with the usage. */
function readOrder(args: string[]): Order {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        state: { type: "string" },
        psychic: { type: "string" },
        limit: { type: "string", default: "50" },
      },
    });
    const [verb, ...ids] = positionals;
    if (verb === "replay" && ids.length > 0) {
      return { replay: ids.join() === "given-up" ? "given-up" : ids.map(whole) };
    }
    const state = deliveryStates.find((known) => known === values.state);
    if (verb !== undefined || state !== values.state) throw new Error("unknown word");
    const psychicId = values.psychic === undefined ? undefined : whole(values.psychic);
    return { state, psychicId, limit: whole(values.limit) };
  } catch {
    throw new StartError(usage);
  }
}

function whole(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error("not a number");
  return Number(text);
}

function lineOf(delivery: DeliveryLine): string {
  const { id, created_at, psychic_id, type, attempts, last_status, next_attempt_at } = delivery;
  const state = stateOf(delivery);
  const tries = attempts > 0 ? `, ${attempts} tries, ${last_status}` : "";
  const next = state === "waiting" ? `, next ${next_attempt_at}` : "";
  return `${id}  ${created_at}  psychic ${psychic_id}  ${type}  ${state}${tries}${next}`;
}

/**
 * Lists deliveries to the platform, newest first, or marks some to be sent again; a running portal
 * sends them. It never prints their data, which may contain a PIN.
 */
await runCommand(async () => {
  const order = readOrder(process.argv.slice(2));
  const { db, close } = await openDatabaseForCommand();
  try {
    if ("replay" in order) {
      const replayed = await replayDeliveries(db.sql, order.replay, new Date());
      const unknown =
        order.replay === "given-up" ? [] : order.replay.filter((id) => !replayed.includes(id));
      if (unknown.length > 0) throw new StartError(`No such delivery: ${unknown.join(", ")}`);
      console.log(
        `${replayed.length} deliveries will be sent again: a running portal sends them within a minute`,
      );
    } else {
      const lines = await listDeliveries(db.sql, order);
      for (const line of lines) console.log(lineOf(line));
      console.log(`${lines.length} deliveries`);
    }
  } finally {
    await close();
  }
});
