import { useQuery } from "@tanstack/react-query";
import { type Manager, managerEndpoints } from "#shared/managers.ts";
import { listQuery } from "#web/api/list-query.ts";

export const managerName = ({ first, last, username }: Manager) => `${first} ${last} (${username})`;

/** The staff to whom psychics or applications can belong; undefined until they are known. */
export function useManagers(): readonly Manager[] | undefined {
  const { data } = useQuery(listQuery(managerEndpoints.listManagers, "managers", { query: {} }));
  return data?.managers;
}
