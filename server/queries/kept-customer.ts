/**
 * SQL for an upsert of customers in which `known` is the stored row. An erased customer keeps the
 * name and the block of the erasure, whatever the platform or an import says (D62).
 */
export const usernameToStore =
  "case when known.erased_at is null then excluded.username else known.username end";
export const blockToStore = "(excluded.blocked or known.erased_at is not null)";
