import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { managerEndpoints } from "#shared/managers.ts";
import { actingFor } from "#shared/rules/managers.ts";
import { listQuery } from "#web/api/list-query.ts";
import { useSession } from "#web/api/use-session.ts";
import { useNewYorkToday } from "#web/lib/use-new-york-today.ts";

/**
 * The managers for whom the user acts today, as `actsFor` on the server: the user, and those who
 * are away. For a list that the server sends whole, to everybody alike.
 * @param isAsked whether they are needed now.
 * @returns `ids`, undefined until loaded.
 */
export function useActsFor(isAsked: boolean) {
  const userId = useSession()?.user_id ?? 0;
  const today = useNewYorkToday();
  const { data, error, refetch } = useQuery({
    ...listQuery(managerEndpoints.listManagers, "managers", { query: {} }),
    enabled: isAsked,
  });
  const ids = useMemo(() => {
    if (!data) return undefined;
    const able = new Set<number>();
    const absences = data.managers.flatMap(({ user_id, has_psychics, away }) => {
      if (has_psychics) able.add(user_id);
      const isAway = away && away.from <= today && today <= away.to;
      return isAway ? { user_id, delegate_id: away.delegate } : [];
    });
    const others = absences.filter(({ user_id }) => actingFor(user_id, absences, able) === userId);
    return new Set([userId, ...others.map(({ user_id }) => user_id)]);
  }, [data, today, userId]);
  return { ids, error, refetch };
}
