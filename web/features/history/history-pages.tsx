import type { ReactNode } from "react";
import type { HistoryEntry } from "#shared/audit.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyPanel } from "#web/ui/empty-panel.tsx";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { useAddress } from "#web/ui/table/use-list-view.ts";
import { HistoryList } from "./history-list.tsx";
import "./history.scss";

interface HistoryPagesProps<Entry extends HistoryEntry> {
  page: { entries: readonly Entry[]; next: string | null } | undefined;
  error: Error | null;
  refetch: () => unknown;
  isPlaceholderData: boolean;
  people?: (entry: Entry) => ReactNode;
  empty: { title: string; text: string };
}

/**
 * A page of entries, or the state of loading it. The address contains the place where the page
 * begins.
 */
export function HistoryPages<Entry extends HistoryEntry>(props: HistoryPagesProps<Entry>) {
  const { page, error, refetch, isPlaceholderData, people, empty } = props;
  const [search, write] = useAddress();
  const isOlder = search.has("before");
  const goTo = (before: string | null) => {
    // The pressed button may disappear.
    document.querySelector("h1")?.focus();
    write((now) => {
      const next = new URLSearchParams(now);
      next.delete("before");
      if (before !== null) next.set("before", before);
      return next;
    });
  };

  if (error && !page) {
    return (
      <FailurePanel
        title="The history could not be loaded"
        text={sentenceOf(error)}
        onRetry={refetch}
      />
    );
  }
  if (!page) {
    return (
      <div className="state-panel">
        <Spinner label="Loading the history" />
      </div>
    );
  }
  const { entries, next } = page;
  return (
    <>
      {entries.length === 0 ? (
        <EmptyPanel title={empty.title} text={empty.text} />
      ) : (
        <HistoryList entries={entries} people={people} refreshing={isPlaceholderData} />
      )}
      {(isOlder || next !== null) && (
        <nav className="history-pager" aria-label="Pages">
          {isOlder && (
            <Button icon="previous" onClick={() => goTo(null)}>
              Newest
            </Button>
          )}
          {next !== null && (
            <Button iconAfter="next" onClick={() => goTo(next)}>
              Older
            </Button>
          )}
        </nav>
      )}
    </>
  );
}
