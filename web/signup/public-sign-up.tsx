import { useMemo } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { PublicBrand } from "#shared/reference/brands.ts";
import { signUpEndpoints } from "#shared/sign-up.ts";
import type { SignUp } from "#shared/sign-up-fields.ts";
import { ApiError } from "../api/api-error.ts";
import { save } from "../api/save.ts";
import { type BotCheck, createBotCheck } from "../features/bot-check/bot-check.ts";
import { pageBrand } from "../lib/page-brand.ts";
import { ScreenHeading } from "../ui/screen-heading.tsx";
import { agreementStep } from "./agreement-step.tsx";
import { detailsStep } from "./details-step.tsx";
import { loginStep } from "./login-step.tsx";
import { ownPersonStep } from "./person-step.tsx";
import { publicSignUp } from "./sign-up-values.ts";
import { SignUpWizard } from "./sign-up-wizard.tsx";
import { AgreementHelp, DetailsHelp, LoginHelp, PersonHelp } from "./step-help.tsx";
import { tabsSignUpDraft } from "./tabs-sign-up-draft.ts";
import { ThankYou, thankYou } from "./thank-you.tsx";
import "./signup.scss";

const stepsOf = (brand: PublicBrand, check: BotCheck) => [
  { ...loginStep, Help: LoginHelp },
  { ...ownPersonStep, Help: PersonHelp },
  { ...detailsStep, Help: DetailsHelp },
  { ...agreementStep(brand, check), Help: AgreementHelp },
];

async function create(psychic: SignUp, brand: PublicBrand, check: BotCheck): Promise<void> {
  // Send an empty text if there is no answer: the server then says what is missing. Null would
  // mean a manager's request.
  const altcha = await check.answer().catch(() => "");
  try {
    await save(signUpEndpoints.createPsychic, { body: { psychic, altcha, brand: brand.key } });
  } catch (error) {
    const errors = (error instanceof ApiError && error.problem?.errors) || [];
    if (errors.some(({ path }) => path === "altcha")) check.forget();
    throw error;
  }
}

/** The visitor's wizard, of the brand that its path names. */
export function PublicSignUp() {
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const { brand, check, steps, draft } = useMemo(() => {
    const brand = pageBrand();
    const check = createBotCheck();
    return { brand, check, steps: stepsOf(brand, check), draft: tabsSignUpDraft(brand.key) };
  }, []);

  // The history entry has this, so that a reload still shows the thanks, and Back shows an empty
  // wizard.
  const isCreated = state?.created === true;
  const onCreated = () =>
    navigate(`${pathname}?step=${steps.length + 1}`, { replace: true, state: { created: true } });

  return (
    <>
      <ScreenHeading
        title={`Become a Psychic with ${brand.name}`}
        documentTitle="Sign Up"
        portal={brand.name}
      />
      {isCreated ? (
        <ThankYou titles={steps.map(({ title }) => title)} />
      ) : (
        <>
          <p id="what-you-need" className="criteria-title">
            What you need
          </p>
          <ul className="criteria" aria-labelledby="what-you-need">
            <li>A US or Canadian phone number</li>
            <li>40 or more hours a week</li>
            <li>The skills to build repeat business</li>
          </ul>
          <SignUpWizard
            steps={steps}
            schema={publicSignUp}
            ending={thankYou}
            draft={draft}
            create={(psychic) => create(psychic, brand, check)}
            onCreated={onCreated}
          />
        </>
      )}
    </>
  );
}
