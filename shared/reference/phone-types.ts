export const phoneTypes = [
  { id: 1, name: "Landline" },
  { id: 2, name: "Work" },
  { id: 3, name: "Cellular" },
] as const;

/** What a new number starts with. */
export const defaultPhoneType = 3;
