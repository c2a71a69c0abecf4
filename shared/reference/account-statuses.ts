/** What an account can be (T2), in the order of the manager's choice. */
export const accountStatuses = [
  "Active",
  "Pending",
  "Blacklist",
  "Inactive",
  "Flagged",
  "Screened",
] as const;
