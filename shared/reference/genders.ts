export const genders = [
  { id: "F", name: "Female" },
  { id: "M", name: "Male" },
] as const;

/** Preselected in forms. */
export const defaultGender = "F";
