import { use } from "react";
import type { Description, Thing } from "#web/pwa/outbox/things/thing.ts";

const loaded = new Map<Thing, Promise<Description | null>>();

function descriptionOf(thing: Thing): Promise<Description | null> {
  const known = loaded.get(thing);
  if (known) return known;
  // Without its file, as offline after an update, an edit can still be sent or discarded. The file
  // is asked for again once there is a network.
  const description = thing.describe().catch(() => {
    window.addEventListener("online", () => loaded.delete(thing), { once: true });
    return null;
  });
  loaded.set(thing, description);
  return description;
}

/** The description of a thing's edits; suspends until it has loaded. */
export const useDescription = (thing: Thing | null) => (thing ? use(descriptionOf(thing)) : null);
