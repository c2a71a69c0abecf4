/** The languages of a reading. The platform assigned the ids; no language has the id 4. */
export const languages = [
  { id: 1, name: "English" },
  { id: 2, name: "Spanish" },
  { id: 3, name: "French" },
  { id: 5, name: "German" },
  { id: 6, name: "Italian" },
  { id: 7, name: "Russian" },
  { id: 8, name: "Slovak" },
] as const;

/** Preselected in forms. */
export const defaultLanguage = 1;

export const isLanguage = (id: number): boolean => languages.some((one) => one.id === id);
