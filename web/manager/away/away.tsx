import { sentenceOf } from "#web/api/error-sentences.ts";
import { useSession } from "#web/api/use-session.ts";
import { useManagerList } from "#web/features/managers/use-managers.ts";
import { RoleGate } from "#web/features/role-gate.tsx";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { ManagerHeading } from "../manager-heading.tsx";
import { AbsenceForm } from "./absence-form.tsx";
import { LanguagesForm } from "./languages-form.tsx";
import "./away.scss";

/** When a manager is away and who stands in, and the languages that the manager speaks. */
export const Away = () => (
  <RoleGate needs="handle-applications" title="Away and Languages">
    <ManagerHeading title="Away and Languages" />
    <OwnForms />
  </RoleGate>
);

function OwnForms() {
  const ownId = useSession()?.user_id;
  const { managers, error, refetch } = useManagerList();
  const own = managers?.find(({ user_id }) => user_id === ownId);
  if (!managers && error) {
    return (
      <FailurePanel
        title="Your absence could not be loaded"
        text={sentenceOf(error)}
        onRetry={refetch}
      />
    );
  }
  if (!own) {
    return (
      <div className="form-card is-narrow is-awaited">
        <Spinner label="Loading your absence" />
      </div>
    );
  }
  return (
    <div className="away-forms">
      <section className="form-card is-narrow" aria-labelledby="away">
        <h2 id="away" className="section-title">
          Away
        </h2>
        <AbsenceForm who={own} isOwn />
      </section>
      <LanguagesForm key={own.user_id} own={own} />
    </div>
  );
}
