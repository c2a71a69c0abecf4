/** The areas of IANA's zones that are named after cities. */
const ofCity =
  /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//;

/**
 * The city of a time zone, as an approximate place: "New York". A letter may contain it, because
 * only names that this server knows have one (C13).
 * @returns null for an unknown zone and for zones without a city, such as UTC.
 */
export function placeOfZone(zone: string | undefined): string | null {
  if (!zone || !ofCity.test(zone)) return null;
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
  } catch {
    return null;
  }
  return zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");
}
