import { useFormContext } from "react-hook-form";
import type { PublicBrand } from "#shared/reference/brands.ts";
import { AgreementFrame } from "../features/agreement/agreement-frame.tsx";
import type { BotCheck } from "../features/bot-check/bot-check.ts";
import { BotCheckField } from "../features/bot-check/bot-check-field.tsx";
import { CheckField } from "../ui/form/check-field.tsx";
import type { SignUpValues } from "./sign-up-values.ts";
import type { Step } from "./step.ts";
import "./signup.scss";

function Boxes() {
  const { register, formState } = useFormContext<SignUpValues>();
  const { errors } = formState;
  return (
    <div className="agreement-boxes">
      <CheckField
        label="I have read the Psychic Agreement and the Privacy Policy, and I agree to them"
        registration={register("agreed_privacy")}
        error={errors.agreed_privacy?.message}
      />
      <CheckField
        label="I confirm that I am psychic"
        registration={register("confirmed_psychic")}
        error={errors.confirmed_psychic?.message}
      />
    </div>
  );
}

/** The step that creates a visitor's account (D30). */
export function agreementStep(brand: PublicBrand, check: BotCheck): Step {
  return {
    title: "Psychic Agreement and Privacy Policy",
    fields: ["agreed_privacy", "confirmed_psychic"],
    nextLabel: "I Agree",
    Fields: () => (
      <>
        <AgreementFrame address={`/${brand.key}/agreement`} />
        <Boxes />
        <BotCheckField check={check} />
      </>
    ),
  };
}
