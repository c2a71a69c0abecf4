/** The account statuses (T2), in the order in which managers choose among them. */
export const accountStatuses = [
  "Active",
  "Pending",
  "Blacklist",
  "Inactive",
  "Flagged",
  "Screened",
] as const;
