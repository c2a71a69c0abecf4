import type { QueryClient } from "@tanstack/react-query";
import { refreshManaged } from "#web/features/managers/refresh-managed.ts";
import { useManagerChange } from "../away/use-manager-change.ts";

async function refreshStaff(queries: QueryClient): Promise<void> {
  // The own role first: an owner who gave it up may not load the list again.
  await queries.invalidateQueries({ queryKey: ["GET", "/staff/self"] });
  await queries.invalidateQueries({ queryKey: ["GET", "/assignment_rules"] });
  await refreshManaged(queries);
}

/** Sends a change of a role or of access, which may also change the caller's own screens. */
export const useStaffChange = (onDone: () => void) => useManagerChange(onDone, refreshStaff);
