import { type FocusEvent, useMemo, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { FloorPsychic } from "#shared/floor.ts";
import { languages } from "#shared/reference/languages.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { useActsFor } from "#web/features/managers/use-acts-for.ts";
import { useManagedBy } from "#web/features/managers/use-managed-by.ts";
import { WhoseSwitch } from "#web/features/managers/whose-switch.tsx";
import { brandFacts } from "#web/lib/brand-facts.ts";
import { useMobile } from "#web/lib/use-media.ts";
import { useNow } from "#web/lib/use-now.ts";
import { Chip, Chips } from "#web/ui/chips.tsx";
import { EmptyPanel } from "#web/ui/empty-panel.tsx";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { OldNote } from "#web/ui/table/old-note.tsx";
import { nextSort, type Sort } from "#web/ui/table/table-head.tsx";
import { ChoiceField } from "../choice-field.tsx";
import { ManagerHeading } from "../manager-heading.tsx";
import { floorColumns, pathOf } from "./floor-columns.tsx";
import { FloorDay } from "./floor-day.tsx";
import { FloorMarks } from "./floor-marks.tsx";
import {
  type FloorFilter,
  type FloorOrder,
  floorFilters,
  isFloorFilter,
  sortedBy,
} from "./floor-view.ts";
import { useFloor } from "./use-floor.ts";
import { useHeldOrder } from "./use-held-order.ts";
import { useKeptFocus } from "./use-kept-focus.ts";
import "#web/ui/screen-heading.scss";
import "./floor.scss";

const filterKeys = Object.keys(floorFilters) as FloorFilter[];

const idOf = ({ user_id }: FloorPsychic) => user_id;

const liveText = (isLive: boolean | undefined) =>
  isLive === undefined ? "" : isLive ? "Up to date by the second" : "Updated every 10 seconds";

/** What every Active psychic does now, up to date by the second. */
export function Floor() {
  const { isLive, ...result } = useFloor();
  const { data, error, refetch } = result;
  const now = useNow();
  const isPhone = useMobile();
  const [search, setSearch] = useSearchParams();
  const [sort, setSort] = useState<Sort>({ column: "state", order: "asc" });
  const given = search.get("show");
  const filter = isFloorFilter(given) ? given : "all";
  const language = languages.find(({ id }) => String(id) === search.get("language"))?.id ?? 0;
  const brand = brandFacts().find(({ key }) => key === search.get("brand"))?.key ?? "";
  const write = (name: string, value: string, usual: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === usual) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );

  const { isMine } = useManagedBy("psychics");
  const actsFor = useActsFor(isMine);
  const mine = isMine ? actsFor.ids : undefined;
  const ofChoice = useMemo(
    () =>
      (mine || !isMine ? data : undefined)?.psychics.filter(
        (psychic) =>
          (!mine || mine.has(psychic.manager_id)) &&
          (!language || psychic.languages.includes(language)) &&
          (!brand || psychic.brand === brand),
      ),
    [data, isMine, mine, language, brand],
  );
  const rows = useMemo(() => {
    const found = ofChoice?.filter((psychic) => floorFilters[filter].has(psychic, now));
    return found && sortedBy(found, sort.column as FloorOrder, sort.order);
  }, [ofChoice, filter, now, sort]);
  const view = `${isMine} ${filter} ${language} ${brand} ${sort.column} ${sort.order}`;
  const { shown, holders } = useHeldOrder(rows, idOf, view);
  const noteFocus = useKeptFocus(shown, idOf, pathOf);
  const watchers = {
    ...holders,
    onFocus(event: FocusEvent) {
      holders.onFocus();
      noteFocus(event);
    },
  };
  const columns = useMemo(() => floorColumns(now, isPhone), [now, isPhone]);
  const failure = (!data && error) || (isMine && !mine && actsFor.error);
  const instead = failure ? (
    <FailurePanel
      title="The floor could not be loaded"
      text={sentenceOf(failure)}
      onRetry={failure === error ? refetch : actsFor.refetch}
    />
  ) : (
    rows?.length === 0 && (
      <EmptyPanel
        title="Nobody here now"
        text={
          data?.total
            ? `No psychic matches what you chose above.${isMine ? " Choose All to see everybody's." : ""}`
            : "Active psychics appear here with what they do now."
        }
      />
    )
  );

  return (
    <>
      <div className="heading-row">
        <ManagerHeading title="Floor" />
        <WhoseSwitch of="psychics" />
      </div>
      <div className="floor-bar">
        <Chips label="Show">
          {filterKeys.map((key) => (
            <Chip
              key={key}
              name={floorFilters[key].name}
              count={ofChoice?.filter((psychic) => floorFilters[key].has(psychic, now)).length}
              isChosen={key === filter}
              onChoose={() => write("show", key, "all")}
            />
          ))}
        </Chips>
        <ChoiceField
          label="Language"
          all="Any"
          options={languages.map(({ id, name }) => ({ key: String(id), name }))}
          chosen={language === 0 ? "" : String(language)}
          onChoose={(key) => write("language", key, "")}
        />
        <ChoiceField
          label="Brand"
          all="All"
          options={brandFacts()}
          chosen={brand}
          onChoose={(key) => write("brand", key, "")}
        />
        <p className="floor-live">{liveText(isLive)}</p>
      </div>
      <FloorDay />
      <FloorMarks />
      <OldNote {...result} />
      <div {...watchers}>
        <DataTable
          label="The floor"
          groups={columns}
          rows={failure ? [] : shown}
          rowKey={idOf}
          view={view}
          sort={sort}
          onSort={(column) => setSort(nextSort(sort, column))}
          expectedRows={12}
          instead={instead}
        />
      </div>
    </>
  );
}
