import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

interface ShownPsychic {
  user_id: number;
  user_name: string;
  first_name: string;
  last_name: string;
  phone_extension: string;
}

/** Stored with the API's answers, so that signing out removes both. */
const queryKey = ["psychics shown last"];

/** Remembers the psychics of the list on screen, in their order. */
export function useNoteShownPsychics(rows: readonly ShownPsychic[] | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!rows) return;
    queries.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
    queries.setQueryData<readonly ShownPsychic[]>(queryKey, rows);
  }, [queries, rows]);
}

/** A psychic's place in the list that was shown last; undefined if the list does not have them. */
export function usePlaceInList(id: number) {
  const shown = useQueryClient().getQueryData<readonly ShownPsychic[]>(queryKey) ?? [];
  const place = shown.findIndex(({ user_id }) => user_id === id);
  const present = shown[place];
  return present && { present, before: shown[place - 1], after: shown[place + 1] };
}
