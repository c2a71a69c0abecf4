import { phoneTypes } from "#shared/reference/phone-types.ts";
import { timeZones } from "#shared/reference/time-zones.ts";
import type { Difference } from "#web/ui/form/conflict-modal.tsx";
import type { PhoneValues } from "./phone-values.ts";

const nameIn = (rows: readonly { id: number; name: string }[], id: string) =>
  rows.find((row) => String(row.id) === id)?.name ?? id;

/** The differences between my version of a number and theirs, for people. */
export function phoneDifferences(mine: PhoneValues, theirs: PhoneValues): Difference[] {
  const row = (label: string, written: (values: PhoneValues) => string) => ({
    label,
    mine: written(mine),
    theirs: written(theirs),
  });
  return [
    row("Country Code", ({ country_code }) => country_code),
    row("Phone", ({ phone_number }) => phone_number),
    row("Type", ({ type }) => nameIn(phoneTypes, type)),
    row("Time Zone", ({ time_zone_id }) => nameIn(timeZones, time_zone_id)),
    row("Takes text messages (SMS)", ({ sms }) => (sms ? "Yes" : "No")),
  ].filter(({ mine, theirs }) => mine !== theirs);
}
