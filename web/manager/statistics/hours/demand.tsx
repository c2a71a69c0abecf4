import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { hoursEndpoints } from "#shared/hours.ts";
import { categories } from "#shared/reference/categories.ts";
import { languages } from "#shared/reference/languages.ts";
import { query } from "#web/api/query.ts";
import { HoursResult } from "#web/features/hours/hours-result.tsx";
import { HoursView } from "#web/features/hours/hours-view.tsx";
import { brandFacts } from "#web/lib/brand-facts.ts";
import { ChoiceField } from "#web/manager/choice-field.tsx";
import { ManagerHeading } from "#web/manager/manager-heading.tsx";
import { AsOf } from "#web/ui/as-of.tsx";
import { OldNote } from "#web/ui/table/old-note.tsx";
import { useAddress } from "#web/ui/table/use-list-view.ts";
import "#web/features/hours/hours.scss";
import "#web/ui/screen-heading.scss";

interface Choice {
  /** Its name in the address, and in the query. */
  name: "language" | "category" | "brand";
  label: string;
  options: readonly { key: string; name: string }[];
}

const ofList = (list: readonly { id: number; name: string }[]) =>
  list.map(({ id, name }) => ({ key: String(id), name }));

/** The choices above the hours; brands have their names from the settings. */
const choices = (): readonly Choice[] => [
  { name: "language", label: "Language", options: ofList(languages) },
  { name: "category", label: "Category", options: ofList(categories) },
  { name: "brand", label: "Brand", options: brandFacts() },
];

/** Calls, chats and promised hours by hour of the week, of all psychics or some (R84). */
export function Demand() {
  const [search, write] = useAddress();
  const shown = choices().map((choice) => ({
    ...choice,
    chosen: choice.options.find(({ key }) => key === search.get(choice.name))?.key ?? "",
  }));
  const asked = Object.fromEntries(
    shown.filter(({ chosen }) => chosen).map(({ name, chosen }) => [name, chosen]),
  );
  const result = useQuery({
    ...query(hoursEndpoints.getGroupHours, { query: asked }),
    placeholderData: keepPreviousData,
  });
  const { isPlaceholderData } = result;
  const choose = (name: string, value: string) =>
    write((address) => {
      const next = new URLSearchParams(address);
      if (value) next.set(name, value);
      else next.delete(name);
      return next;
    }, true);
  return (
    <>
      <div className="heading-row">
        <ManagerHeading title="Demand" />
        <Link to="/statistics">Statistics</Link>
      </div>
      <p className="screen-note">
        When customers call, beside the hours that psychics promise. A psychic counts in each of
        their languages and categories.
      </p>
      <div className="hours-choices">
        {shown.map(({ name, label, options, chosen }) => (
          <ChoiceField
            key={name}
            label={label}
            all="All"
            options={options}
            chosen={chosen}
            onChoose={(value) => choose(name, value)}
          />
        ))}
      </div>
      <HoursResult result={result}>
        {(data) => (
          <div className={isPlaceholderData ? "is-refreshing" : ""} aria-busy={isPlaceholderData}>
            <AsOf time={data.as_of} />
            <OldNote {...result} />
            <HoursView data={data} whose="group" />
          </div>
        )}
      </HoursResult>
    </>
  );
}
