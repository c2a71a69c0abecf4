import { useSession } from "#web/api/use-session.ts";
import { ProblemForm } from "#web/features/problem/problem-form.tsx";
import { ManagerHeading } from "../manager-heading.tsx";

export function ReportProblem() {
  const session = useSession();
  return (
    <>
      <ManagerHeading title="Report a Problem" />
      <p className="screen-note">
        We store your report with the other problem reports and mail it to support.
      </p>
      {session && <ProblemForm session={session} next="/dashboard" />}
    </>
  );
}
