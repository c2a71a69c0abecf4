import { StepHeading, StepList } from "./step-list.tsx";
import "./signup.scss";

export const thankYou = "Thank you!";

/** The visitor's last step, once the account exists. */
export function ThankYou({ titles }: { titles: readonly string[] }) {
  const count = titles.length + 1;
  return (
    <div className="wizard">
      <StepList titles={[...titles, thankYou]} place={count} />
      <div className="wizard-form">
        <section className="form-card thank-you">
          <StepHeading title={thankYou} place={count} count={count} from={titles.length} />
          <p>
            An administrator will contact you, usually within 24 hours. A confirmation e-mail has
            been sent to you.
          </p>
          <h3>What you can do now</h3>
          <ul>
            <li>
              Sign in with the username and password you chose, and write your listing so that it
              can be reviewed.
            </li>
            <li>
              Keep the e-mail: it confirms the account. For one hour, you can use its link to set a
              new password. If you cannot find it, check your spam folder.
            </li>
          </ul>
          <div className="form-buttons">
            <a className="button is-primary" href="/login">
              Sign In
            </a>
          </div>
        </section>
      </div>
    </div>
  );
}
