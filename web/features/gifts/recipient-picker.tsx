import { type Ref, useCallback, useDeferredValue, useId, useMemo, useRef, useState } from "react";
import type { EligibleCustomer } from "#shared/gifts.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { writtenCount } from "#web/lib/figures.ts";
import { useMobile } from "#web/lib/use-media.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyPanel } from "#web/ui/empty-panel.tsx";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { ColumnMeanings } from "#web/ui/table/column-meanings.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { SortControl } from "#web/ui/table/sort-control.tsx";
import { nextSort, type Sort } from "#web/ui/table/table-head.tsx";
import { RecipientChoice } from "./recipient-choice.tsx";
import { compactRecipientColumns, recipientColumns } from "./recipient-columns.tsx";
import { RecipientFilters } from "./recipient-filters.tsx";
import { filtered, noFilter, sorted } from "./recipients.ts";
import "./gifts.scss";

interface RecipientPickerProps {
  /** All customers who may get a gift now; undefined until the first answer. */
  customers: readonly EligibleCustomer[] | undefined;
  error: Error | null;
  onRetry: () => void;
  chosen: readonly number[];
  onChoose: (ids: number[]) => void;
  /** The error of the choice. */
  problem: string | undefined;
  /** Gets the focus when the form is sent without a recipient. */
  focus: Ref<HTMLElement>;
}

const nobody = {
  title: "No customer can get a gift now",
  text: "Customers appear here if they had a reading in the last 90 days and have no unused gift.",
};
const noMatch = {
  title: "No customer matches these filters",
  text: "Clear or lower a filter to see more customers.",
};

const idOf = ({ user_id }: EligibleCustomer) => user_id;

/** Shows all customers without pages. It filters and sorts them itself and keeps the choice. */
export function RecipientPicker(props: RecipientPickerProps) {
  const { customers, error, chosen, onChoose, problem } = props;
  const id = useId();
  const mobile = useMobile();
  const [filter, setFilter] = useState(noFilter);
  const [sort, setSort] = useState<Sort>({ column: "rev_per_call", order: "desc" });
  // The rows follow in a later frame: what was typed or chosen shows first.
  const shownFilter = useDeferredValue(filter);
  const shownSort = useDeferredValue(sort);
  const shown = useMemo(
    () => customers && sorted(filtered(customers, shownFilter), shownSort),
    [customers, shownFilter, shownSort],
  );
  const latest = useRef(chosen);
  latest.current = chosen;
  const toggle = useCallback(
    (one: number) => {
      const { current: ids } = latest;
      onChoose(ids.includes(one) ? ids.filter((other) => other !== one) : [...ids, one]);
    },
    [onChoose],
  );
  const choice = useMemo(() => ({ chosen: new Set(chosen), toggle }), [chosen, toggle]);

  const sortBy = useCallback((column: string) => setSort((now) => nextSort(now, column)), []);
  const failed = error !== null && !customers;
  const instead = failed ? (
    <FailurePanel
      title="The customers could not be loaded"
      text={sentenceOf(error)}
      onRetry={props.onRetry}
    />
  ) : (
    shown?.length === 0 && <EmptyPanel {...(customers?.length === 0 ? nobody : noMatch)} />
  );
  const selectShown = () => {
    const ids = (shown ?? []).map(({ user_id }) => user_id);
    onChoose([...new Set([...chosen, ...ids])]);
  };

  return (
    <section
      ref={props.focus}
      tabIndex={-1}
      className="recipients"
      aria-labelledby={`${id}-title`}
      aria-describedby={problem && `${id}-problem`}
    >
      <div className="section-head">
        <h2 id={`${id}-title`} className="section-title">
          Recipients
        </h2>
        <p className="chosen-count" role="status">
          {customers &&
            `${writtenCount(chosen.length)} of ${writtenCount(customers.length)} selected`}
        </p>
      </div>
      <div className="controls">
        <RecipientFilters filter={filter} onFilter={setFilter} />
        <div className="recipient-buttons">
          <Button disabled={!shown?.length} onClick={selectShown}>
            Select All{shown && ` ${writtenCount(shown.length)}`}
          </Button>
          <Button disabled={chosen.length === 0} onClick={() => onChoose([])}>
            Clear Selection
          </Button>
        </div>
      </div>
      <p className="help is-danger" id={`${id}-problem`} role="alert">
        {problem}
      </p>
      {mobile && <SortControl groups={recipientColumns} sort={sort} onSort={sortBy} />}
      <RecipientChoice value={choice}>
        <DataTable
          label="Customers who may get a gift"
          groups={mobile ? compactRecipientColumns : recipientColumns}
          compact={mobile}
          rows={failed ? [] : shown}
          rowKey={idOf}
          view={JSON.stringify([shownFilter, shownSort])}
          sort={shownSort}
          onSort={sortBy}
          expectedRows={8}
          instead={instead}
        />
      </RecipientChoice>
      {mobile && <ColumnMeanings groups={recipientColumns} />}
    </section>
  );
}
