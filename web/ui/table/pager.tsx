import { useRef } from "react";
import { writtenCount } from "#web/lib/figures.ts";
import { Button } from "../button.tsx";
import { Icon } from "../icon.tsx";
import { pageNumbers } from "./page-numbers.ts";
import { type PageSize, PageSizeSelect } from "./page-size.tsx";
import "./pager.scss";

interface PagerProps {
  /** From 1. */
  page: number;
  size: PageSize;
  /** Undefined while it is not known. */
  total: number | undefined;
  /** The number of loaded rows, while the list loads in parts. */
  loadedRows: number | undefined;
  /** Loads the list again after a failure. */
  onRetry: (() => unknown) | undefined;
  /** The plural noun, such as `psychics`. */
  noun: string;
  onPage: (page: number) => void;
  onSize: (size: PageSize) => void;
}

const isPart = ({ size, total = 0, loadedRows = total }: PagerProps) =>
  size === "all" && loadedRows < total;

/** `11–20 of 250 psychics`, or how many rows have loaded. */
function countOf(props: PagerProps): string {
  const { page, size, total = 0, loadedRows = total, noun } = props;
  if (isPart(props)) {
    const part = `${writtenCount(loadedRows)} of ${writtenCount(total)} ${noun}`;
    return props.onRetry ? `${part}. The rest could not be loaded.` : `Loading: ${part}`;
  }
  const first = size === "all" ? 1 : (page - 1) * size + 1;
  const last = size === "all" ? total : Math.min(total, page * size);
  return `${writtenCount(first)}–${writtenCount(last)} of ${writtenCount(total)} ${noun}`;
}

/** Shows which rows are on screen, the page size, and links to the other pages. */
export function Pager(props: PagerProps) {
  const { page, size, total = 0, onPage, onSize, onRetry } = props;
  const count = useRef<HTMLParagraphElement>(null);
  const pages = size === "all" ? 1 : Math.max(1, Math.ceil(total / size));
  const step = (to: number, label: string, icon: "previous" | "next") => (
    <button
      type="button"
      className="pager-button"
      // Not `disabled` on the last page, which would lose the focus (G1).
      aria-disabled={to < 1 || to > pages || undefined}
      aria-label={label}
      onClick={() => to >= 1 && to <= pages && onPage(to)}
    >
      <Icon name={icon} size={18} />
    </button>
  );

  return (
    <div className="pager">
      {props.total !== 0 && <PageSizeSelect size={size} onSize={onSize} />}
      <p ref={count} className="pager-count" role="status" tabIndex={-1}>
        {total > 0 && countOf(props)}
      </p>
      {onRetry && isPart(props) && (
        <Button
          onClick={() => {
            // The button disappears while the rest loads.
            count.current?.focus();
            onRetry();
          }}
        >
          Try Again
        </Button>
      )}
      {pages > 1 && (
        <nav aria-label="Pages">
          <ul className="pager-pages">
            <li>{step(page - 1, "Previous page", "previous")}</li>
            <li className="pager-place">{`Page ${writtenCount(page)} of ${writtenCount(pages)}`}</li>
            {pageNumbers(page, pages).map((number, place) =>
              number === null ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other key than its index
                <li key={`gap-${place}`} className="pager-gap" aria-hidden="true">
                  …
                </li>
              ) : (
                <li key={number} className="pager-number">
                  <button
                    type="button"
                    className="pager-button"
                    aria-label={`Page ${number}`}
                    aria-current={number === page ? "page" : undefined}
                    onClick={() => onPage(number)}
                  >
                    {writtenCount(number)}
                  </button>
                </li>
              ),
            )}
            <li>{step(page + 1, "Next page", "next")}</li>
          </ul>
        </nav>
      )}
    </div>
  );
}
