export const genders = [
  { id: "F", name: "Female" },
  { id: "M", name: "Male" },
] as const;

/** What a form starts with. */
export const defaultGender = "F";
