import { Outlet } from "react-router-dom";
import { useMay } from "../api/use-may.ts";
import { useSession } from "../api/use-session.ts";
import { useSignOut } from "../features/use-sign-out.ts";
import { leaveBy } from "../ui/form/use-leave-guard.ts";
import { type MenuItem, Shell } from "../ui/shell.tsx";
import { useApprovalCounts } from "./approvals/use-approval-counts.ts";
import { useManagerManifest } from "./use-manager-manifest.ts";
import "../ui/manager-icons.ts";

const menu: readonly MenuItem[] = [
  { to: "/dashboard", label: "Dashboard", icon: "dashboard" },
  { to: "/floor", label: "Floor", icon: "floor" },
  { to: "/time-off", label: "Time Off", icon: "timeOff" },
  { to: "/psychics", label: "All Psychics", icon: "people", below: "/psychics/" },
  { to: "/contacts", label: "Contact Submissions", icon: "contacts", below: "/contacts/" },
  { to: "/approvals", label: "Approvals", icon: "approvals" },
  { to: "/statistics", label: "Statistics", icon: "statistics", below: "/statistics/" },
  { to: "/staff", label: "Staff", icon: "staff" },
  { to: "/payroll", label: "Payroll", icon: "payroll" },
  { to: "/audit", label: "Audit Trail", icon: "history" },
  { to: "/privacy", label: "Privacy", icon: "security" },
  { to: "/edit_profile", label: "Profile", icon: "profile" },
  { to: "/problem", label: "Report a Problem", icon: "problem" },
];

export function ManagerLayout() {
  const session = useSession();
  const { signingOut, signOut } = useSignOut();
  const { all } = useApprovalCounts();
  const hidden = [
    ...(useMay("handle-applications") ? [] : ["/contacts"]),
    ...(useMay("manage-staff") ? [] : ["/staff"]),
    ...(useMay("handle-payroll") ? [] : ["/payroll"]),
    ...(useMay("see-audit") ? [] : ["/audit"]),
    ...(useMay("erase-people") ? [] : ["/privacy"]),
  ];
  const isTold = useMay("edit-psychics");
  useManagerManifest();
  return (
    <Shell
      home="/dashboard"
      userName={session?.username ?? ""}
      profile="/edit_profile"
      security="/security"
      {...(isTold && { notifications: "/notifications" })}
      menuTitle="Psychic Manager Menu"
      menu={menu
        .filter(({ to }) => !hidden.includes(to))
        .map((item) =>
          item.to === "/approvals" && all
            ? { ...item, count: { of: all, words: "waiting" } }
            : item,
        )}
      signingOut={signingOut}
      onSignOut={() => leaveBy(signOut)}
    >
      <Outlet />
    </Shell>
  );
}
