import { newPassword } from "#shared/password-field.ts";

export interface PasswordProblems {
  password?: string | undefined;
  confirmation?: string | undefined;
}

/** Both are trimmed, as they are wherever a password is set or entered (D10). */
export function passwordProblems(password: string, confirmation: string): PasswordProblems {
  const confirmed = confirmation.trim();
  return {
    password: newPassword.safeParse(password).error?.issues[0]?.message,
    confirmation:
      confirmed === ""
        ? "Password Confirmation is required"
        : confirmed === password.trim()
          ? undefined
          : "Passwords do not match",
  };
}
