import { useSession } from "#web/api/use-session.ts";
import { useManagers } from "#web/features/managers/use-managers.ts";
import { RoleGate } from "#web/features/role-gate.tsx";
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
  const own = useManagers()?.find(({ user_id }) => user_id === ownId);
  if (!own) {
    return (
      <div className="form-card is-narrow is-awaited">
        <Spinner label="Loading your absence" />
      </div>
    );
  }
  return (
    <div className="away-forms">
      <AbsenceForm key={JSON.stringify(own.away)} own={own} />
      <LanguagesForm key={own.languages.join()} own={own} />
    </div>
  );
}
