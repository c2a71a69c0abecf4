import { type FormEvent, useEffect, useRef } from "react";
import { FormProvider } from "react-hook-form";
import { Button } from "../ui/button.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { useWizard, type WizardOptions } from "./use-wizard.ts";

interface SignUpWizardProps extends WizardOptions {
  /** What comes after the last step, for the list of steps. */
  ending: string;
}

function StepList({ titles, place }: { titles: readonly string[]; place: number }) {
  return (
    <ol className="step-list" aria-label="Steps">
      {titles.map((title, at) => (
        <li
          key={title}
          aria-current={at + 1 === place ? "step" : undefined}
          className={at + 1 < place ? "is-done" : undefined}
        >
          {title}
        </li>
      ))}
    </ol>
  );
}

/** The step's own heading: the focus comes here with every change of step. */
function StepHeading({ title, place, count }: { title: string; place: number; count: number }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(place);
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [place]);
  return (
    <div className="step-heading">
      <p className="help">
        Step {place} of {count}
      </p>
      <h2 ref={heading} tabIndex={-1} className="section-title">
        {title}
      </h2>
    </div>
  );
}

/** Signs a psychic up, step by step: built once for managers and for the public. */
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
    <>
      <StepList titles={[...steps.map(({ title }) => title), ending]} place={place} />
      {wizard.wasKept && (
        <div className="kept-note">
          <p>
            What was typed before is filled in again, but for the password, the PIN and the SS
            Number.
          </p>
          <Button onClick={wizard.startOver}>Start Over</Button>
        </div>
      )}
      <FormProvider {...wizard.form}>
        <form noValidate className="form-card" onSubmit={submit}>
          <StepHeading title={step.title} place={place} count={steps.length + 1} />
          <step.Fields key={place} />
          <p className="help is-danger" role="alert">
            {wizard.problem}
          </p>
          <div className="form-buttons is-apart">
            {place > 1 && <Button onClick={wizard.previous}>Previous</Button>}
            <Button type="submit" look="primary" busy={busy}>
              Next
            </Button>
          </div>
        </form>
      </FormProvider>
    </>
  );
}
