import { useQuery } from "@tanstack/react-query";
import { type Capability, may } from "#shared/rules/staff.ts";
import { staffEndpoints } from "#shared/staff.ts";
import { query } from "./query.ts";
import { useSession } from "./use-session.ts";

/** How long (ms) a screen trusts the role that it has loaded. */
const trusted = 5 * 60_000;

/** For screens of staff: loads the signed-in user's role. */
export function useRole() {
  const isStaff = useSession()?.manager === null;
  return useQuery({
    ...query(staffEndpoints.getOwnRole, {}),
    staleTime: trusted,
    enabled: isStaff,
  });
}

/**
 * For screens of staff: whether the signed-in user may do this. The server decides; screens only
 * leave out what it would refuse. Until the role has loaded they show what a manager sees.
 */
export function useMay(capability: Capability): boolean {
  return may(useRole().data?.role ?? "manager", capability);
}
