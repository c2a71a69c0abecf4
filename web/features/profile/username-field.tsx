import { useQuery } from "@tanstack/react-query";
import { useFormContext } from "react-hook-form";
import { usernameIsTaken } from "#shared/profile-fields.ts";
import { signUpEndpoints } from "#shared/sign-up.ts";
import { query } from "#web/api/query.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { InputField } from "#web/ui/form/input-field.tsx";

/** Asks whether a username is free; the answer of the last half minute is good enough. */
export const usernameQuery = (username: string) =>
  query(signUpEndpoints.checkUsername, { query: { username: username.trim() } });

interface UsernameFieldProps {
  label: string;
  /** The one that stands: it is the psychic's own, in whatever case. */
  present?: string;
}

/** Tells as one types whether somebody else has it (V6). Whoever saves is told by the server. */
export function UsernameField({ label, present }: UsernameFieldProps) {
  const { register, watch, formState } = useFormContext<{ username: string }>();
  const typed = watch("username").trim();
  const settled = useDebounced(typed);
  const isOther = settled !== "" && settled.toLowerCase() !== present?.toLowerCase();
  const { data } = useQuery({
    ...usernameQuery(settled),
    enabled: isOther && settled.length <= 99,
    // Beside the point of the form: a failure stays quiet.
    meta: { polled: true },
  });
  const isAnswer = isOther && settled === typed && data !== undefined;
  const taken = isAnswer && !data.available ? usernameIsTaken : undefined;
  return (
    <InputField
      label={label}
      hint={isAnswer && data.available ? "This username is free" : "Up to 99 characters"}
      maxLength={99}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      registration={register("username")}
      error={formState.errors.username?.message ?? taken}
    />
  );
}
