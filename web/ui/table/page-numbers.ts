/**
 * The page numbers to offer: the first, the last, and the current one with its neighbors; null for a
 * gap. From seven pages on there are always seven entries, so that the buttons do not move.
 */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const range = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, place) => from + place);
  if (pages <= 7) return range(1, pages);
  if (page <= 4) return [...range(1, 5), null, pages];
  if (page >= pages - 3) return [1, null, ...range(pages - 4, pages)];
  return [1, null, page - 1, page, page + 1, null, pages];
}
