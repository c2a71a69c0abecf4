import type { Handlers } from "#server/http/handler.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { placeEndpoints } from "#shared/places.ts";
import { findPlace } from "./places.ts";

/** The key of a code: the first five digits in the US, the area in Canada. */
function keyOf(code: string): [country: string, code: string] | null {
  const [, zip] = /^(\d{5})(?:-?\d{4})?$/.exec(code) ?? [];
  if (zip) return ["US", zip];
  const [, area] = /^([A-Z]\d[A-Z])(?:[ -]?\d[A-Z]\d)?$/.exec(code) ?? [];
  return area ? ["CA", area] : null;
}

export const placeHandlers: Handlers<typeof placeEndpoints> = {
  async getPlace({ db, params }) {
    const key = keyOf(params.zip.trim().toUpperCase());
    const [place] = key ? await findPlace(db.pool, key) : [];
    if (!place) throw new Refusal("not_found");
    return place;
  },
};
