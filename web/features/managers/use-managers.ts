import { useQuery } from "@tanstack/react-query";
import { type Manager, managerEndpoints } from "#shared/managers.ts";
import { listQuery } from "#web/api/list-query.ts";

export const managerName = ({ first, last, username }: Manager) => `${first} ${last} (${username})`;

/** The staff to whom psychics or applications can belong. */
export function useManagerList() {
  const { data, error, refetch } = useQuery(
    listQuery(managerEndpoints.listManagers, "managers", { query: {} }),
  );
  return { managers: data?.managers, error, refetch };
}

/** Only the managers; undefined until loaded. */
export const useManagers = (): readonly Manager[] | undefined => useManagerList().managers;
