import { lazy, Suspense, useState } from "react";
import { useDueAgreement } from "./use-agreement.ts";

const AcceptAgreement = lazy(async () => ({
  default: (await import("./accept-agreement.tsx")).AcceptAgreement,
}));

/** Asks for the agreement when the app starts, if the psychic has not accepted its current version. */
export function AgreementQuestion({ userId }: { userId: number }) {
  const due = useDueAgreement(userId);
  const [isLater, setLater] = useState(false);
  if (!due || isLater) return null;
  return (
    <Suspense>
      <AcceptAgreement {...due} onLater={() => setLater(true)} />
    </Suspense>
  );
}
