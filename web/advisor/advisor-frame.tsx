import type { ReactNode } from "react";
import type { Session } from "#shared/sessions.ts";
import { useSession } from "../api/use-session.ts";
import { AdvisorHeading } from "./advisor-heading.tsx";

interface AdvisorFrameProps {
  title: string;
  children: (session: Session) => ReactNode;
}

/** The heading of a psychic's screen, and its content once the session is known. */
export function AdvisorFrame({ title, children }: AdvisorFrameProps) {
  const session = useSession();
  return (
    <>
      <AdvisorHeading title={title} />
      {session && children(session)}
    </>
  );
}
