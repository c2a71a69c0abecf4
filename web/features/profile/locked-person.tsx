import { useFormContext } from "react-hook-form";
import { countries } from "#shared/reference/countries.ts";
import { regions } from "#shared/reference/regions.ts";
import { LockedField } from "./locked-field.tsx";
import type { PersonValues } from "./person-values.ts";

/** A psychic's own name and address, which only the manager changes (V18). */
export function LockedPerson() {
  const person = useFormContext<PersonValues>().watch();
  const { country, region } = person;
  const countryName = countries.find((row) => row.country_code === country)?.country_name;
  const listed = regions.filter(({ country_abbr }) => country_abbr === country);
  const regionName = listed.find(({ state_abbr }) => state_abbr === region)?.state_name;
  return (
    <div className="form-grid is-paired">
      <LockedField label="First Name" value={person.first} />
      <LockedField label="Last Name" value={person.last} />
      <LockedField label="Address 1" value={person.address1} />
      <LockedField label="Address 2" value={person.address2} />
      <LockedField label="Country" value={countryName ?? country} />
      <LockedField label="Zip/Postal Code" value={person.postal_code} />
      <LockedField label="City" value={person.city} />
      <LockedField
        label={listed.length > 0 ? "State/Prov" : "Region"}
        value={regionName ?? region}
      />
    </div>
  );
}
