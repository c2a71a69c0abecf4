import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useNavigate } from "react-router-dom";
import { sessionEndpoints } from "#shared/sessions.ts";
import { signUpEndpoints } from "#shared/sign-up.ts";
import type { SignUp } from "#shared/sign-up-fields.ts";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { save } from "../api/save.ts";
import { useSession } from "../api/use-session.ts";
import { refreshPsychicLists } from "../features/psychics/refresh-psychic-lists.ts";
import { RoleGate } from "../features/role-gate.tsx";
import { hostBrand } from "../lib/page-brand.ts";
import { showSuccess } from "../ui/notice-store.ts";
import { ScreenHeading } from "../ui/screen-heading.tsx";
import { detailsStep } from "./details-step.tsx";
import { loginStep } from "./login-step.tsx";
import { managersSignUpDraft } from "./managers-sign-up-draft.ts";
import { personStep } from "./person-step.tsx";
import { managersSignUp } from "./sign-up-values.ts";
import { SignUpWizard } from "./sign-up-wizard.tsx";

const steps = [loginStep, personStep, detailsStep];
const visitorsOnly = ["altcha", "psychic.agreed_privacy", "psychic.confirmed_psychic"];

async function create(psychic: SignUp): Promise<void> {
  try {
    await save(signUpEndpoints.createPsychic, { body: { psychic } });
  } catch (error) {
    // Visitors use this endpoint too. If it demands their fields, the manager's session has ended.
    const errors = (error instanceof ApiError && error.problem?.errors) || [];
    if (errors.some(({ path }) => visitorsOnly.includes(path))) {
      await call(sessionEndpoints.getSession);
    }
    throw error;
  }
}

/** The manager's wizard. It has no agreement step, and creates the account at the third step. */
export const NewPsychic = () => (
  <RoleGate needs="add-psychics" title="Add Psychic">
    <Wizard />
  </RoleGate>
);

function Wizard() {
  const userId = useSession()?.user_id ?? 0;
  const draft = useMemo(() => managersSignUpDraft(userId), [userId]);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const onCreated = () => {
    void refreshPsychicLists(queries);
    showSuccess("Psychic Created", "The Psychic was created successfully.");
    void navigate("/approvals");
  };
  return (
    <>
      <ScreenHeading title="Add Psychic" portal={hostBrand().name} />
      <p className="screen-note">
        A psychic needs a US or Canadian phone number, 40 or more hours a week, and the skills to
        build repeat business.
      </p>
      <SignUpWizard
        steps={steps}
        schema={managersSignUp}
        ending="Psychic Created"
        draft={draft}
        create={create}
        onCreated={onCreated}
      />
    </>
  );
}
