import type { QueryClient } from "@tanstack/react-query";
import { refreshManaged } from "#web/features/managers/refresh-managed.ts";
import { useManagerChange } from "../away/use-manager-change.ts";

async function refreshStaff(queries: QueryClient): Promise<void> {
  // Reload the user's own role first: an owner who has given it up may no longer load the list.
  await queries.invalidateQueries({ queryKey: ["GET", "/staff/self"] });
  await queries.invalidateQueries({ queryKey: ["GET", "/assignment_rules"] });
  await refreshManaged(queries);
}

/** Sends a change of a role or of access, which may also change the caller's own screens. */
export const useStaffChange = (onDone: () => void) => useManagerChange(onDone, refreshStaff);
