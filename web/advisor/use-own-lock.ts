import { isEditable } from "#shared/rules/account.ts";
import { useOwnPsychic } from "./use-own-psychic.ts";

/**
 * Why a psychic may not edit anything of their own now (D4), if they may not. While it is not
 * known, as on a phone without a network, nothing is locked: the server decides.
 */
export function useOwnLock(id: number): string | undefined {
  const { data } = useOwnPsychic(id);
  return data && !isEditable(data)
    ? "Your account is waiting for approval. You can change this once your manager has approved it."
    : undefined;
}
