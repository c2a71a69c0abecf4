import { writtenCount } from "../../lib/figures.ts";
import { Icon } from "../icon.tsx";
import { pageNumbers } from "./page-numbers.ts";
import { type PageSize, PageSizeSelect } from "./page-size.tsx";

interface PagerProps {
  /** From 1. */
  page: number;
  size: PageSize;
  /** Undefined while it is not known. */
  total: number | undefined;
  /** How many of all rows have come, while they come one part after another. */
  come: number | undefined;
  /** What is counted, in the plural: `psychics`. */
  noun: string;
  onPage: (page: number) => void;
  onSize: (size: PageSize) => void;
}

/** `11–20 of 250 psychics`; the last page may be shorter, and all of them may be on their way. */
function countOf({ page, size, total = 0, come = total, noun }: PagerProps): string {
  if (size === "all" && come < total) {
    return `Loading: ${writtenCount(come)} of ${writtenCount(total)} ${noun}`;
  }
  const first = size === "all" ? 1 : (page - 1) * size + 1;
  const last = size === "all" ? total : Math.min(total, page * size);
  return `${writtenCount(first)}–${writtenCount(last)} of ${writtenCount(total)} ${noun}`;
}

/** Which rows are shown of how many, how many a page holds, and the way to the other pages. */
export function Pager(props: PagerProps) {
  const { page, size, total = 0, onPage, onSize } = props;
  const pages = size === "all" ? 1 : Math.max(1, Math.ceil(total / size));
  const step = (to: number, label: string, icon: "previous" | "next") => (
    <button
      type="button"
      className="pager-button"
      disabled={to < 1 || to > pages}
      aria-label={label}
      onClick={() => onPage(to)}
    >
      <Icon name={icon} size={18} />
    </button>
  );

  return (
    <div className="pager">
      <PageSizeSelect size={size} onSize={onSize} />
      <p className="pager-count" role="status">
        {total > 0 && countOf(props)}
      </p>
      {pages > 1 && (
        <nav aria-label="Pages">
          <ul className="pager-pages">
            <li>{step(page - 1, "Previous page", "previous")}</li>
            {pageNumbers(page, pages).map((number, place) =>
              number === null ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: a gap has nothing but its place
                <li key={`gap-${place}`} className="pager-gap" aria-hidden="true">
                  …
                </li>
              ) : (
                <li key={number}>
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
