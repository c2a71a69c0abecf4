import { use } from "react";
import type { Description, Thing } from "#web/pwa/outbox/things/thing.ts";

const loaded = new Map<Thing, Promise<Description | null>>();

function descriptionOf(thing: Thing): Promise<Description | null> {
  // Without its file, as offline after an update, an edit can still be sent or discarded.
  const description = loaded.get(thing) ?? thing.describe().catch(() => null);
  loaded.set(thing, description);
  return description;
}

/** How edits of a thing are put into words; suspends until that is loaded. */
export const useDescription = (thing: Thing | null) => (thing ? use(descriptionOf(thing)) : null);
