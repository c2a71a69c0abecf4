/**
 * SQL: the rank of an availability among those that the platform dates with the same instant; the
 * highest counts. What ends something counts more than what begins it: a call's end more than a
 * call, and a log-off more than both. The instant says nothing else about their order, and the
 * present availability and the ledger must not depend on which came first.
 */
export const rankOf = (code: string) => `position(${code} in 'BRAPCOU')`;

/**
 * SQL for `order by`, for changes of one psychic: at the same instant, what a person or the portal
 * set comes after what the platform said.
 * @param from the table's name with a dot, if the columns need it.
 */
export const inOrder = (from = "", direction: "asc" | "desc" = "asc") =>
  [
    `${from}at ${direction}`,
    `(${from}set_by is distinct from 'platform') ${direction}`,
    `${rankOf(`${from}code`)} ${direction}`,
  ].join(", ");
