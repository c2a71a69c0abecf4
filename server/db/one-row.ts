/** The element of rows, or the row of `first`. */
type RowOf<Found> = Found extends readonly (infer Row)[] ? Row : Exclude<Found, undefined>;

/**
 * The row of a query that always finds one, such as an insert, or a select of a row that a foreign
 * key guarantees.
 * @throws Error if it finds none: a fault of ours, not of the request.
 */
export async function oneRow<Found>(query: PromiseLike<Found>): Promise<RowOf<Found>> {
  const found = await query;
  const row = Array.isArray(found) ? found[0] : found;
  if (row === undefined) throw new Error("A query found no row where there must be one");
  return row;
}
