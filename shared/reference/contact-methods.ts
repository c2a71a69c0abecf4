/** How a person prefers to be contacted. */
export const contactMethods = [
  { id: "E", name: "Email" },
  { id: "P", name: "Phone" },
] as const;

/** Preselected in forms. */
export const defaultContactMethod = "P";
