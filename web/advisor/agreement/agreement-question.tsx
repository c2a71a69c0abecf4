import { lazy, Suspense } from "react";
import { useDueAgreement } from "./use-agreement.ts";

const DueAgreement = lazy(async () => ({
  default: (await import("./accept-agreement.tsx")).DueAgreement,
}));

/** Asks for the agreement when the app starts, if the psychic has not accepted its current version. */
export function AgreementQuestion({ userId }: { userId: number }) {
  const due = useDueAgreement(userId);
  if (!due) return null;
  return (
    <Suspense>
      <DueAgreement {...due} />
    </Suspense>
  );
}
