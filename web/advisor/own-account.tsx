import type { ReactNode } from "react";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { psychicEndpoints } from "#shared/psychics.ts";
import { sentenceOf } from "../api/error-sentences.ts";
import { FailurePanel } from "../ui/failure-panel.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { useOwnPsychic } from "./use-own-psychic.ts";

interface OwnAccountProps {
  id: number;
  children: (account: ResponseOf<typeof psychicEndpoints.getPsychic>) => ReactNode;
}

/** Renders its content once the psychic's own account has loaded. */
export function OwnAccount({ id, children }: OwnAccountProps) {
  const { data, error, refetch } = useOwnPsychic(id);
  if (data) return children(data);
  if (error) {
    return (
      <FailurePanel
        title="Your account could not be loaded"
        text={sentenceOf(error)}
        onRetry={refetch}
      />
    );
  }
  return (
    <div className="panel awaited">
      <Spinner label="Loading your account" />
    </div>
  );
}
