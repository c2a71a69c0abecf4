import type { ReactNode } from "react";
import { brandOf } from "../../shared/reference/brands.ts";
import type { Session } from "../../shared/sessions.ts";
import { useSession } from "../api/use-session.ts";
import { ScreenHeading } from "../ui/screen-heading.tsx";

interface AdvisorFrameProps {
  title: string;
  children: (session: Session) => ReactNode;
}

/** The heading of a psychic's screen, and below it what it shows of whoever is signed in. */
export function AdvisorFrame({ title, children }: AdvisorFrameProps) {
  const session = useSession();
  return (
    <>
      <ScreenHeading title={title} portal={`${brandOf(location.hostname).name} Advisor Portal`} />
      {session && children(session)}
    </>
  );
}
