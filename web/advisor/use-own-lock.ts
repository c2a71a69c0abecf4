import { isEditable } from "#shared/rules/account.ts";
import { useOwnPsychic } from "./use-own-psychic.ts";

/**
 * Why a psychic cannot edit their own data now (D4); undefined if they can. While the account is
 * unknown, as on an offline phone, nothing is locked and the server decides.
 */
export function useOwnLock(id: number): string | undefined {
  const { data } = useOwnPsychic(id);
  return data && !isEditable(data)
    ? "Your account is waiting for approval. You can change this once your manager has approved your account."
    : undefined;
}
