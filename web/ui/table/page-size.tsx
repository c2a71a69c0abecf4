import { useId } from "react";

export const pageSizes = [5, 10, 20, 50, 100, 250, "all"] as const;
export type PageSize = (typeof pageSizes)[number];

/** Reads a page size such as `50` or `all`; undefined for other texts. */
export function readPageSize(text: string | null): PageSize | undefined {
  return pageSizes.find((size) => String(size) === text);
}

interface PageSizeSelectProps {
  size: PageSize;
  onSize: (size: PageSize) => void;
}

export function PageSizeSelect({ size, onSize }: PageSizeSelectProps) {
  const id = useId();
  return (
    <div className="inline-control">
      <label htmlFor={id}>Rows per page</label>
      <div className="select">
        <select
          id={id}
          value={String(size)}
          onChange={(event) => onSize(readPageSize(event.target.value) ?? 10)}
        >
          {pageSizes.map((option) => (
            <option key={option} value={String(option)}>
              {option === "all" ? "All" : option}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
