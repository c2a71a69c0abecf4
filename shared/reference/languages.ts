/** The languages of a reading, by the ids that the platform knows them by (there is no 4). */
export const languages = [
  { id: 1, name: "English" },
  { id: 2, name: "Spanish" },
  { id: 3, name: "French" },
  { id: 5, name: "German" },
  { id: 6, name: "Italian" },
  { id: 7, name: "Russian" },
  { id: 8, name: "Slovak" },
] as const;

/** What a form starts with. */
export const defaultLanguage = 1;

export const isLanguage = (id: number): boolean => languages.some((one) => one.id === id);
