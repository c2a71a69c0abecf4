/** How somebody likes to be reached. */
export const contactMethods = [
  { id: "E", name: "Email" },
  { id: "P", name: "Phone" },
] as const;

/** What a form starts with. */
export const defaultContactMethod = "P";
