import { Button } from "../ui/button.tsx";
import type { Psychic } from "./psychic-frame.tsx";
import { useDeactivation } from "./use-deactivation.ts";

/** Beside every button that would confirm an account which requires approval (M1). */
export function DeactivateNow({ psychic }: { psychic: Psychic }) {
  const { busy, problem, isPossible, deactivate } = useDeactivation(psychic);
  return (
    <>
      {isPossible && (
        <Button busy={busy} onClick={deactivate}>
          Deactivate Now
        </Button>
      )}
      {problem && (
        <p className="help is-danger" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
