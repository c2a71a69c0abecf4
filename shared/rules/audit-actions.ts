import {
  type AuditAction,
  type AuditAudience,
  type AuditGroup,
  action,
  change,
  fact,
  replaced,
} from "./audit-facts.ts";

const profile = [
  change("Username", "username"),
  change("First Name", "first"),
  change("Last Name", "last"),
  change("Address 1", "address1"),
  change("Address 2", "address2"),
  change("Zip/Postal Code", "postal_code"),
  change("City", "city"),
  change("State/Region", "region"),
  change("Country", "country", { as: "country" }),
  change("Email", "email"),
  change("Preferred Contact Method", "contact_method", { as: "contact method" }),
  change("Zodiac Sign", "zodiac", { as: "zodiac" }),
  change("Gender", "gender", { as: "gender" }),
  change("Years Experience", "experience"),
  change("Primary Language", "language", { as: "languages" }),
  change("Other Languages", "languages", { as: "languages" }),
  change("Credentials", "credentials"),
  fact("PIN Changed", "pin_changed"),
];

const listing = [
  change("Sales Pitch", "sales_pitch"),
  change("Text", "body", { as: "paragraphs" }),
  change("Categories", "categories", { as: "categories" }),
];

const imported = [
  fact("File", "file"),
  fact("Imported", "imported"),
  fact("Known Before", "known"),
  fact("Refused", "refused"),
];

/**
 * Every action of the audit trail, by the name that is stored. A name never changes, because the
 * trail keeps it for two years. An action that is missing here does not compile.
 */
export const auditActions = {
  "signed in": action("sign-in", "Signed in", "psychic", [fact("Second Factor", "factor")]),
  "signed out": action("sign-in", "Signed out", "psychic"),
  "sign-in refused": action("sign-in", "Sign-in refused", "psychic"),
  "password changed": action("sign-in", "Password changed", "psychic"),
  "password set": action("sign-in", "Password set by somebody else", "psychic"),
  "password recovered": action("sign-in", "Password set with a recovery link", "psychic"),
  confirmed: action("sign-in", "Identity confirmed", "psychic"),
  "confirmation refused": action("sign-in", "Identity not confirmed", "psychic"),
  "passkey added": action("sign-in", "Passkey added", "psychic"),
  "passkey removed": action("sign-in", "Passkey removed", "psychic"),
  "code app added": action("sign-in", "Code app added", "psychic"),
  "code app removed": action("sign-in", "Code app removed", "psychic"),
  "recovery codes made": action("sign-in", "Recovery codes made", "psychic"),
  "factors reset": action("sign-in", "Passkeys and codes reset", "psychic"),
  "session ended": action("sign-in", "Device signed out", "psychic"),
  "other sessions ended": action("sign-in", "Other devices signed out", "psychic", [
    fact("Devices", "sessions"),
  ]),
  "all sessions ended": action("sign-in", "All devices signed out", "psychic", [
    fact("Devices", "sessions"),
  ]),
  "calendar address made": action("sign-in", "Calendar address made", "psychic"),
  "calendar address removed": action("sign-in", "Calendar address removed", "psychic"),
  "account locked": action("sign-in", "Account locked", "psychic", [fact("Reason", "reason")]),

  "SSN opened": action("opened", "SSN opened", "psychic", [fact("Reason", "reason")]),
  "tax file made": action("opened", "Tax file made", "owners", [
    fact("Year", "year"),
    fact("Psychics", "psychics"),
  ]),
  "PIN shown": action("opened", "PIN opened", "psychic"),
  "recording played": action("opened", "Recording played", "psychic", [
    fact("Day of the Reading", "day", { as: "day" }),
    // Psychics see no connection ids (D23c).
    fact("Reading", "connection_id", { seenBy: "staff" }),
  ]),
  "list exported": action("opened", "List exported", "psychic", [
    fact("List", "list"),
    fact("From", "start_date", { as: "day" }),
    fact("To", "end_date", { as: "day" }),
  ]),
  "own data exported": action("opened", "Own data exported", "psychic"),
  "data exported": action("opened", "Data exported by a command", "owners", [
    fact("Files", "files"),
    fact("With PINs, SSNs and Password Hashes", "secrets"),
  ]),

  "agreement accepted": action("account", "Agreement accepted", "psychic", [
    fact("Version", "version"),
  ]),
  "psychic created": action("account", "Account created", "psychic", [
    fact("Manager", "manager_id", { as: "user" }),
  ]),
  "availability changed": action("account", "Availability changed", "psychic", [
    replaced("Availability", "availability"),
  ]),
  "platform asked": action("account", "Phone system asked whether this is right", "psychic", [
    fact("Availability", "new", { as: "availability" }),
  ]),
  "account status changed": action("account", "Account status changed", "psychic", [
    replaced("Account Status"),
  ]),
  "permissions changed": action("account", "Permissions changed", "psychic", [
    replaced("Permissions", "permissions"),
  ]),
  "automated emails changed": action("account", "Automated emails changed", "psychic", [
    replaced("Automated Emails"),
  ]),
  "manager changed": action("account", "Manager changed", "psychic", [replaced("Manager", "user")]),
  "pay day corrected": action("account", "Pay day corrected", "psychic", [
    replaced("Pay Day", "weekday"),
  ]),
  "SSN corrected": action("account", "SSN corrected", "psychic", [
    {
      ...{ name: "Requires Approval", from: "requires_approval.old", to: "requires_approval.new" },
      seenBy: "staff",
    },
    fact("Reason", "reason"),
  ]),

  "profile changed": action("profile", "Profile changed", "psychic", profile),
  "profile approved": action("profile", "Profile approved", "psychic"),
  "profile rejected": action("profile", "Profile rejected", "psychic", [fact("Reason", "reason")]),
  "phones changed": action("profile", "Phones changed", "psychic", [
    change("Phones", "", { as: "phones" }),
  ]),
  "e-mail change undone": action("profile", "Email change undone", "psychic", [change("Email")]),
  "picture set": action("profile", "Picture set", "psychic"),
  "picture sent in": action("profile", "Picture sent in", "psychic"),
  "picture approved": action("profile", "Picture approved", "psychic"),
  "picture rejected": action("profile", "Picture rejected", "psychic"),

  "listing submitted": action("listing", "Listing submitted", "psychic", listing),
  "listing approved": action("listing", "Listing approved", "psychic", listing),
  "listing rejected": action("listing", "Listing rejected", "psychic", [fact("Reason", "reason")]),
  "rejected listing removed": action("listing", "Rejected listing removed", "psychic"),

  "schedule changed": action("schedule", "Schedule changed", "psychic", [
    fact("Hours Removed", "removed", { as: "hours" }),
    fact("Hours Added", "added", { as: "hours" }),
  ]),
  "exceptions changed": action("schedule", "Schedule exceptions changed", "psychic", [
    fact("Exceptions Removed", "removed"),
    fact("Exceptions Added", "added"),
  ]),
  "call answered": action("schedule", "Booked call answered", "psychic", [
    fact("Call", "at"),
    fact("Answer", "answer"),
    fact("Minutes Late", "late_minutes"),
  ]),
  "gifts sent": action("schedule", "Gifts sent", "psychic", [
    fact("Gifts", "gifts"),
    fact("Minutes", "minutes"),
    fact("Subject", "subject"),
  ]),

  "manager created": action("staff", "Member of staff added", "owners"),
  "staff invited": action("staff", "Invited to the staff", "owners", [fact("Role", "role")]),
  "staff role changed": action("staff", "Role changed", "owners", [change("Role")]),
  "manager shut out": action("staff", "Shut out", "owners"),
  "psychics handed over": action("staff", "Psychics handed over", "owners", [
    fact("To", "to", { as: "user" }),
    fact("Psychics", "psychics"),
    fact("Applications", "contacts"),
  ]),
  reassigned: action("staff", "Psychics or applications reassigned", "owners", [
    fact("To", "to", { as: "user" }),
    fact("Psychics", "psychics"),
    fact("Applications", "contacts"),
  ]),
  "reassignment undone": action("staff", "Reassignment undone", "owners", [
    fact("Psychics", "psychics"),
    fact("Applications", "contacts"),
  ]),
  "absence set": action("staff", "Absence entered", "owners", [
    fact("From", "from", { as: "day" }),
    fact("To", "to", { as: "day" }),
    fact("Stands In", "delegate", { as: "user" }),
  ]),
  "absence removed": action("staff", "Absence ended", "owners"),
  "spoken languages set": action("staff", "Spoken languages changed", "owners", [
    change("Languages", "", { as: "languages" }),
  ]),
  "assignment rule changed": action(
    "staff",
    "Rule for new psychics and applications changed",
    "owners",
    [
      fact("Brand", "brand"),
      change("Rule", "kind", { as: "assignment kind" }),
      change("Manager", "manager_id", { as: "user" }),
    ],
  ),

  "person erased": action("portal", "Person erased", "owners", [
    fact("Kind", "kind"),
    fact("Id", "id"),
    fact("Reason", "reason"),
  ]),
  refused: action("portal", "Request refused", "owners", [fact("Request", "route")]),
  "contact removed": action("portal", "Contact submission removed", "owners", [
    fact("Submission", "id"),
    fact("Brand", "brand"),
  ]),
  "contacts imported": action("portal", "Contact submissions imported", "owners", imported),
  "customers imported": action("portal", "Customers imported", "owners", imported),
  "gifts imported": action("portal", "Gifts imported", "owners", imported),
  "listings imported": action("portal", "Listings imported", "owners", imported),
  "logins imported": action("portal", "Logins imported", "owners", imported),
  "pictures imported": action("portal", "Pictures imported", "owners", imported),
  "psychics imported": action("portal", "Psychics imported", "owners", imported),
  "readings imported": action("portal", "Readings imported", "owners", imported),
  "schedules imported": action("portal", "Schedules imported", "owners", imported),
  "demo begun": action("portal", "Demo begun", "owners"),
  "demo made": action("portal", "Demo made", "owners"),
} as const satisfies Record<string, AuditAction>;
export type AuditActionName = keyof typeof auditActions;

export const auditActionNames = Object.keys(auditActions) as AuditActionName[];

/** Undefined for an action of a newer release, which runs beside this one during an upgrade. */
export const auditActionOf = (name: string): AuditAction | undefined =>
  Object.hasOwn(auditActions, name) ? auditActions[name as AuditActionName] : undefined;

export const actionsOf = (group: AuditGroup): AuditActionName[] =>
  auditActionNames.filter((name) => auditActions[name].group === group);

const sees: Record<AuditAudience, readonly AuditAudience[]> = {
  owners: ["owners", "staff", "psychic"],
  staff: ["staff", "psychic"],
  psychic: ["psychic"],
};

/** Whether somebody of this kind may see what is meant for `seenBy`. */
export const maySee = (viewer: AuditAudience, seenBy: AuditAudience): boolean =>
  sees[viewer].includes(seenBy);
