/** The capabilities of staff. Each endpoint for staff names the one that it needs. */
export const capabilities = [
  // Lists, accounts, schedules, readings and statistics of psychics.
  "see-psychics",
  "add-psychics",
  // In a psychic's place: profile, schedule, listing, phones, gifts, availability, password. Psychics
  // belong only to staff who may do this.
  "edit-psychics",
  // The status and the permissions of an account.
  "change-status",
  // Approve and reject listings, profiles and pictures.
  "approve-content",
  "see-pins",
  "play-recordings",
  "handle-applications",
  "see-problems",
  // Open and correct SSNs, make the tax filer's file.
  "handle-payroll",
  "manage-staff",
  // The audit trail: what everybody did, to whom, and from where.
  "see-audit",
  // Remove a person for good, and see what is kept for how long.
  "erase-people",
] as const;
export type Capability = (typeof capabilities)[number];

export const staffRoles = ["owner", "manager", "recruiter", "payroll", "viewer"] as const;
export type StaffRole = (typeof staffRoles)[number];

const ofOwner: readonly Capability[] = [
  "handle-payroll",
  "manage-staff",
  "see-audit",
  "erase-people",
];
const ofManager = capabilities.filter((capability) => !ofOwner.includes(capability));

/** The capabilities of each role. */
export const capabilitiesOf: Record<StaffRole, readonly Capability[]> = {
  owner: capabilities,
  manager: ofManager,
  recruiter: [
    "see-psychics",
    "add-psychics",
    "change-status",
    "approve-content",
    "handle-applications",
  ],
  payroll: ["see-psychics", "handle-payroll"],
  viewer: ["see-psychics"],
};

/** @param role null for psychics and visitors, who may do none of this. */
export const may = (role: StaffRole | null | undefined, capability: Capability): boolean =>
  role != null && capabilitiesOf[role].includes(capability);

export const rolesWith = (capability: Capability): StaffRole[] =>
  staffRoles.filter((role) => may(role, capability));
