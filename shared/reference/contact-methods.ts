/** The ways in which a person can prefer to be contacted. */
export const contactMethods = [
  { id: "E", name: "Email" },
  { id: "P", name: "Phone" },
] as const;

/** Preselected in forms. */
export const defaultContactMethod = "P";
