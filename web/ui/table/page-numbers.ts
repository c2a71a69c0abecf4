/**
 * The page numbers to offer: the first, the last and the present one with its neighbours; null
 * where some are left out. Always seven places from seven pages on, so that buttons stay put.
 */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const range = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, place) => from + place);
  if (pages <= 7) return range(1, pages);
  if (page <= 4) return [...range(1, 5), null, pages];
  if (page >= pages - 3) return [1, null, ...range(pages - 4, pages)];
  return [1, null, page - 1, page, page + 1, null, pages];
}
