/** Writes filters into an address; undefined removes one. The list returns to its newest entries. */
export function withFilter(
  search: URLSearchParams,
  filters: Record<string, string | undefined>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete("before");
  for (const [name, value] of Object.entries(filters)) {
    if (value === undefined) next.delete(name);
    else next.set(name, value);
  }
  return next;
}
