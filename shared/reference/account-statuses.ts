/** What an account can be (spec section 3), in the order of the manager's choice. */
export const accountStatuses = [
  "Active",
  "Pending",
  "Blacklist",
  "Inactive",
  "Flagged",
  "Screened",
] as const;
