import type { FormEvent } from "react";
import { FormProvider } from "react-hook-form";
import { Button } from "../ui/button.tsx";
import { Form } from "../ui/form.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { StepHeading, StepList } from "./step-list.tsx";
import { useWizard, type WizardOptions } from "./use-wizard.ts";
import "./signup.scss";
import "./step-list.scss";

interface SignUpWizardProps extends WizardOptions {
  /** The entry after the last step in the list of steps. */
  ending: string;
}

/** Signs a psychic up, step by step. Managers and visitors share it. */
export function SignUpWizard({ ending, ...options }: SignUpWizardProps) {
  const wizard = useWizard(options);
  const { place, busy } = wizard;
  const { steps } = options;
  const step = steps[place - 1];
  if (!wizard.ready || !step) return <Spinner label="Loading" />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void wizard.next();
  };
  return (
    <div className="wizard">
      <StepList titles={[...steps.map(({ title }) => title), ending]} place={place} />
      <div className="wizard-form">
        {wizard.wasRestored && (
          <div className="draft-note">
            <p>
              We filled in what you typed before, except for the password, the PIN and the SS
              Number.
            </p>
            <Button onClick={() => void wizard.startOver()}>Start Over</Button>
          </div>
        )}
        <FormProvider {...wizard.form}>
          <Form className="form-card" onSubmit={submit}>
            <StepHeading title={step.title} place={place} count={steps.length + 1} />
            <step.Fields key={place} />
            <p className="help is-danger" role="alert">
              {wizard.problem}
            </p>
            <div className="form-buttons is-apart">
              {place > 1 && <Button onClick={wizard.previous}>Previous</Button>}
              <Button type="submit" look="primary" busy={busy}>
                {step.nextLabel ?? "Next"}
              </Button>
            </div>
          </Form>
        </FormProvider>
      </div>
      {step.Help && (
        <aside className="wizard-help" aria-label="About this step">
          <step.Help />
        </aside>
      )}
    </div>
  );
}
