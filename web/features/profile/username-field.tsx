import { useQuery } from "@tanstack/react-query";
import { useFormContext } from "react-hook-form";
import { usernameIsTaken } from "#shared/profile-fields.ts";
import { signUpEndpoints } from "#shared/sign-up.ts";
import { query } from "#web/api/query.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { InputField } from "#web/ui/form/input-field.tsx";

/** Asks whether a username is free; reuses an answer for half a minute. */
export const usernameQuery = (username: string) =>
  query(signUpEndpoints.checkUsername, { query: { username: username.trim() } });

interface UsernameFieldProps {
  label: string;
  hint?: string;
  /** The stored username, which is free for the psychic in any case. */
  present?: string;
}

/** Shows while typing whether another account has the username (V6). The server checks again. */
export function UsernameField({ label, hint, present }: UsernameFieldProps) {
  const { register, watch, formState } = useFormContext<{ username: string }>();
  const typed = watch("username").trim();
  const settled = useDebounced(typed);
  const isOther = settled !== "" && settled.toLowerCase() !== present?.toLowerCase();
  const { data } = useQuery({
    ...usernameQuery(settled),
    enabled: isOther && settled.length <= 99,
    // No notice for a failure, because the server checks again.
    meta: { polled: true },
  });
  const isAnswer = isOther && settled === typed && data !== undefined;
  const shownHint = isAnswer && data.available ? "This username is free" : hint;
  const takenMessage = isAnswer && !data.available ? usernameIsTaken : undefined;
  return (
    <InputField
      label={label}
      {...(shownHint && { hint: shownHint })}
      maxLength={99}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      registration={register("username")}
      error={formState.errors.username?.message ?? takenMessage}
    />
  );
}
