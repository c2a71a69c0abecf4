import { useFormContext } from "react-hook-form";
import { countries, dialPrefix } from "#shared/reference/countries.ts";
import { regions } from "#shared/reference/regions.ts";
import { InputField, SelectField } from "#web/ui/form/input-field.tsx";
import type { PersonValues } from "./person-values.ts";
import { usePlaceLookup } from "./use-place-lookup.ts";

const countryOptions = countries.map(({ country_code, country_name }) => ({
  value: country_code,
  label: country_name,
}));

/** Null if the region is a text field. */
function regionOptions(country: string, present: string) {
  const listed = regions.filter(({ country_abbr }) => country_abbr === country);
  if (listed.length === 0) return null;
  const options = listed.map(({ state_abbr, state_name }) => ({
    value: state_abbr,
    label: state_name,
  }));
  // Keeps a region that is not in the list until the user changes it.
  const isUnlisted = present !== "" && !listed.some(({ state_abbr }) => state_abbr === present);
  return isUnlisted ? [...options, { value: present, label: present }] : options;
}

function RegionField({ autoFill }: { autoFill: boolean }) {
  const { register, watch, formState } = useFormContext<PersonValues>();
  const country = watch("country");
  const error = formState.errors.region?.message;
  const options = regionOptions(country, watch("region"));
  // Another key for another control, so that each starts with the current value.
  return options ? (
    <SelectField
      key={country}
      label="State/Prov"
      none="Choose"
      autoComplete={autoFill ? "address-level1" : "off"}
      options={options}
      registration={register("region")}
      error={error}
    />
  ) : (
    <InputField
      key="typed"
      label="Region"
      maxLength={99}
      autoComplete={autoFill ? "address-level1" : "off"}
      registration={register("region")}
      error={error}
    />
  );
}

/**
 * Two lines of address, the country, and the postal code, city and region, which depend on it (V9
 * to V13). `autoFill`: this is the user's own address, so the browser may fill it in.
 */
export function AddressFields({ autoFill = false }: { autoFill?: boolean }) {
  const { register, watch, getValues, setValue, clearErrors, trigger, formState } =
    useFormContext<PersonValues>();
  const { errors } = formState;
  const lookUp = usePlaceLookup();

  const onCountry = () => {
    const { country, region, postal_code } = getValues();
    setValue("country_code", dialPrefix(country), { shouldDirty: true });
    const isListed = regions.some(({ country_abbr }) => country_abbr === country);
    const isKnown = regions.some(
      ({ country_abbr, state_abbr }) => country_abbr === country && state_abbr === region,
    );
    const wasListed = regions.some(({ state_abbr }) => state_abbr === region);
    if (isListed ? !isKnown : wasListed) setValue("region", "", { shouldDirty: true });
    clearErrors("region");
    if (postal_code !== "") void trigger("postal_code");
    void lookUp();
  };

  return (
    <div className="form-grid is-paired">
      <InputField
        label="Address 1"
        maxLength={99}
        autoComplete={autoFill ? "address-line1" : "off"}
        registration={register("address1")}
        error={errors.address1?.message}
      />
      <InputField
        label="Address 2"
        maxLength={99}
        autoComplete={autoFill ? "address-line2" : "off"}
        registration={register("address2")}
        error={errors.address2?.message}
      />
      <SelectField
        label="Country"
        autoComplete={autoFill ? "country" : "off"}
        hint={`Dial prefix +${watch("country_code")}`}
        options={countryOptions}
        registration={register("country", { onChange: onCountry })}
        error={errors.country?.message}
      />
      <InputField
        label="Zip/Postal Code"
        maxLength={99}
        autoComplete={autoFill ? "postal-code" : "off"}
        hint={watch("country") === "US" ? "5 digits: fills in city and state" : undefined}
        registration={register("postal_code", { onChange: lookUp })}
        error={errors.postal_code?.message}
      />
      <InputField
        label="City"
        maxLength={99}
        autoComplete={autoFill ? "address-level2" : "off"}
        registration={register("city")}
        error={errors.city?.message}
      />
      <RegionField autoFill={autoFill} />
    </div>
  );
}
