import { ViewTransition } from "react";
import { KnownLink } from "#web/ui/known-paths.tsx";

interface PsychicLinkProps {
  /** The list that the link is in, because a psychic may be in both lists. */
  list: "ranked" | "found";
  id: number;
  name: string;
}

/** Leads from a list to a psychic. The name moves to the heading there (PsychicTitle). */
export function PsychicLink({ list, id, name }: PsychicLinkProps) {
  const shownAs = `${list}-${id}`;
  return (
    <KnownLink to={`/psychics/${id}`} state={{ shownAs }}>
      <ViewTransition name={shownAs} default="none" share="auto">
        <span>{name}</span>
      </ViewTransition>
    </KnownLink>
  );
}
