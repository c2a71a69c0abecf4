import { ProblemForm } from "#web/features/problem/problem-form.tsx";
import { AdvisorFrame } from "../advisor-frame.tsx";

export function ReportProblem() {
  return (
    <AdvisorFrame title="Report a Problem">
      {(session) => (
        <>
          <p className="screen-note">Your report goes to your manager and to support.</p>
          <ProblemForm session={session} next="/psychic" />
        </>
      )}
    </AdvisorFrame>
  );
}
