import { useQueryClient } from "@tanstack/react-query";
import { profileEndpoints } from "#shared/profile.ts";
import { psychicEndpoints } from "#shared/psychics.ts";
import { query } from "#web/api/query.ts";
import { refreshPsychicLists } from "../psychics/refresh-psychic-lists.ts";

/** What of a psychic is shown anew once the profile was saved. */
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
