/** The categories of problems (D34), in the order of the form. */
export const problemCategories = [
  "Phone",
  "Chat",
  "Pay",
  "Listing and Profile",
  "Schedule",
  "Website",
  "Other",
] as const;
export type ProblemCategory = (typeof problemCategories)[number];

export const defaultProblemCategory: ProblemCategory = "Other";
