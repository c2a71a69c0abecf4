import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { agreementEndpoints } from "#shared/agreements.ts";
import { backgroundQuery } from "#web/api/query.ts";

type Question = typeof import("./accept-agreement.tsx").DueAgreement;

const DueAgreement = lazy<Question>(async () => {
  try {
    return { default: (await import("./accept-agreement.tsx")).DueAgreement };
  } catch {
    // The network may go while it loads. The portal works on, and the next visit asks.
    return { default: () => null };
  }
});

/**
 * Asks for the agreement if the psychic has not accepted its current version. Looks once for each
 * page load.
 */
export function AgreementQuestion({ userId }: { userId: number }) {
  const request = { params: { id: String(userId) } };
  const { data } = useQuery({
    ...backgroundQuery(agreementEndpoints.listAgreements, request),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { polled: true },
  });
  if (!data?.is_due) return null;
  return (
    <Suspense>
      <DueAgreement current={data.current} isFirst={data.agreements.length === 0} />
    </Suspense>
  );
}
