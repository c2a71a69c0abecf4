export const phoneTypes = [
  { id: 1, name: "Landline" },
  { id: 2, name: "Work" },
  { id: 3, name: "Cellular" },
] as const;

/** Preselected for a new number. */
export const defaultPhoneType = 3;
