import type { StaffRole } from "#shared/rules/staff.ts";

/** A role's name, and what a user with this role may do. */
export const roleWords: Record<StaffRole, { name: string; may: string }> = {
  owner: { name: "Owner", may: "Can do everything, including changing the staff." },
  manager: {
    name: "Manager",
    may: "Looks after psychics. Can do everything except manage the staff, open SSNs, read the audit trail and erase people.",
  },
  recruiter: {
    name: "Recruiter",
    may: "Reads applications, adds psychics, decides approvals and account statuses.",
  },
  payroll: {
    name: "Payroll",
    may: "Sees psychics, readings and statistics, opens SSNs and makes the tax file.",
  },
  viewer: { name: "Viewer", may: "Sees psychics, readings and statistics." },
};
