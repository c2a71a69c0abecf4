import { useFormContext } from "react-hook-form";
import { usernameIsTaken } from "#shared/profile-fields.ts";
import { PinField } from "../features/profile/pin-field.tsx";
import { UsernameField, usernameQuery } from "../features/profile/username-field.tsx";
import { InputField } from "../ui/form/input-field.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import type { SignUpValues } from "./sign-up-values.ts";
import type { Step } from "./step.ts";

interface SecretProps {
  name: "password" | "confirm_password";
  label: string;
  hint?: string;
}

function Secret({ name, label, hint }: SecretProps) {
  const { register, watch, setValue, getValues, trigger, formState } =
    useFormContext<SignUpValues>();
  const { onChange: _, ...registration } = register(name);
  const type = (text: string) => {
    setValue(name, text, { shouldDirty: true, shouldValidate: true });
    if (name === "password" && getValues("confirm_password") !== "") {
      void trigger("confirm_password");
    }
  };
  return (
    <PasswordField
      {...registration}
      label={label}
      {...(hint && { hint })}
      autoComplete="new-password"
      value={watch(name)}
      error={formState.errors[name]?.message}
      onText={type}
    />
  );
}

function LoginFields() {
  const { register, formState } = useFormContext<SignUpValues>();
  return (
    <div className="form-grid is-paired">
      <div className="is-wide">
        <UsernameField
          label="Psychic Name"
          hint="Customers see this name. It is also the username to sign in with."
        />
      </div>
      <Secret name="password" label="Password" hint="At least 6 characters" />
      <Secret name="confirm_password" label="Confirm Password" />
      <PinField isNew />
      <InputField
        label="Referral Code"
        hint="Optional: 2 to 6 digits"
        inputMode="numeric"
        maxLength={6}
        autoComplete="off"
        registration={register("referral")}
        error={formState.errors.referral?.message}
      />
    </div>
  );
}

export const loginStep: Step = {
  title: "Create Web and Phone Logins",
  fields: ["username", "password", "confirm_password", "pin", "referral"],
  Fields: LoginFields,
  check: async ({ username }, queries) => {
    const answer = await queries.fetchQuery(usernameQuery(username)).catch(() => null);
    return answer?.available === false ? { field: "username", message: usernameIsTaken } : null;
  },
};
