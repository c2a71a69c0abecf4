import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Capability, may, type StaffRole, staffRoles } from "#shared/rules/staff.ts";
import { staffEndpoints } from "#shared/staff.ts";
import { ApiError } from "./api-error.ts";
import { query } from "./query.ts";
import { useSession } from "./use-session.ts";

/** How long (ms) a screen trusts the role that it has loaded. */
const trusted = 5 * 60_000;

/** Where this tab stores the role, so that no control appears late after a reload. */
const keyOf = (userId: number) => `staff_role ${userId}`;
function storedRole(userId: number): { role: StaffRole } | undefined {
  const role = staffRoles.find((one) => one === sessionStorage.getItem(keyOf(userId)));
  return role && { role };
}

/** The signed-in user's staff role; undefined until it is known. Psychics' screens do not ask. */
export function useRole(): StaffRole | undefined {
  const session = useSession();
  const staffId = session?.manager === null ? session.user_id : undefined;
  const { data, error, isPlaceholderData } = useQuery({
    ...query(staffEndpoints.getOwnRole, {}),
    staleTime: trusted,
    enabled: staffId !== undefined,
    placeholderData: () => (staffId === undefined ? undefined : storedRole(staffId)),
  });
  useEffect(() => {
    if (staffId === undefined || !data || isPlaceholderData) return;
    sessionStorage.setItem(keyOf(staffId), data.role);
  }, [staffId, data, isPlaceholderData]);
  // During an upgrade a process of a release without roles may answer. It lets managers do all.
  const isWithoutRoles = error instanceof ApiError && error.status === 404;
  return staffId === undefined || isWithoutRoles ? "manager" : data?.role;
}

/**
 * For screens of staff: whether the signed-in user may do this. The server decides; screens only
 * leave out what it would refuse.
 */
export const useMay = (capability: Capability): boolean => may(useRole(), capability);
