import { use } from "react";
import type { Description, Thing } from "#web/pwa/outbox/things/thing.ts";

const loaded = new Map<Thing, Promise<Description | null>>();

function descriptionOf(thing: Thing): Promise<Description | null> {
  const known = loaded.get(thing);
  if (known) return known;
  // The file may be missing, for example while offline after an update. The edit can still be sent
  // or discarded without it. Once there is a network, load the file again.
  const description = thing.describe().catch(() => {
    window.addEventListener("online", () => loaded.delete(thing), { once: true });
    return null;
  });
  loaded.set(thing, description);
  return description;
}

/** The description of a thing's edits; suspends until it has loaded. */
export const useDescription = (thing: Thing | null) => (thing ? use(descriptionOf(thing)) : null);
