import { useQueryClient } from "@tanstack/react-query";
import { profileEndpoints } from "#shared/profile.ts";
import { psychicEndpoints } from "#shared/psychics.ts";
import { query } from "#web/api/query.ts";
import { refreshPsychicLists } from "../psychics/refresh-psychic-lists.ts";

/** Reloads what other screens show of a psychic, after a save of the profile. */
export function useProfileChanged(userId: number): () => Promise<unknown> {
  const queries = useQueryClient();
  const params = { id: String(userId) };
  return () =>
    Promise.all([
      queries.invalidateQueries(query(profileEndpoints.getProfile, { params })),
      queries.invalidateQueries(query(psychicEndpoints.getPsychic, { params })),
      refreshPsychicLists(queries),
    ]);
}
