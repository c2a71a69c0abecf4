/** The time zones of a phone; the platform assigned the ids. */
export const timeZones = [
  { id: 3, name: "Hawaiian" },
  { id: 4, name: "Alaskan" },
  { id: 5, name: "Pacific" },
  { id: 8, name: "Mountain" },
  { id: 9, name: "Central" },
  { id: 11, name: "Eastern" },
  { id: 12, name: "Atlantic" },
  { id: 14, name: "Newfoundland" },
  { id: 61, name: "Aus. Norfolk Island" },
  { id: 62, name: "Aus. Eastern" },
  { id: 63, name: "Aus. Central" },
  { id: 64, name: "Aus. Western" },
  { id: 65, name: "Aus. Christmas Island" },
  { id: 66, name: "England/Ireland" },
] as const;

/** Preselected for a new number: Eastern. */
export const defaultTimeZone = 11;

export const isTimeZone = (id: number): boolean => timeZones.some((zone) => zone.id === id);
