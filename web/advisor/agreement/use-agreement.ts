import { useQuery } from "@tanstack/react-query";
import { agreementEndpoints } from "#shared/agreements.ts";
import { backgroundQuery } from "#web/api/query.ts";

/** @returns the current agreement, if the psychic has not accepted it. Asks once for each page load. */
export function useDueAgreement(userId: number) {
  const request = { params: { id: String(userId) } };
  const { data } = useQuery({
    ...backgroundQuery(agreementEndpoints.listAgreements, request),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { polled: true },
  });
  return data?.is_due ? { current: data.current, isFirst: data.agreements.length === 0 } : null;
}
