import { type ReactNode, useEffect, useRef } from "react";
import { NavLink, useParams } from "react-router-dom";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { psychicEndpoints } from "#shared/psychics.ts";
import { ApiError } from "#web/api/api-error.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { usePsychic } from "#web/features/use-psychic.ts";
import { EmptyPanel } from "#web/ui/empty-panel.tsx";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { useAudienceOf } from "#web/ui/known-paths.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { useMoreToScroll } from "#web/ui/use-more-to-scroll.ts";
import { ManagerHeading } from "../manager-heading.tsx";
import "../psychic-nav.scss";
import "./psychic-frame.scss";

export type Psychic = ResponseOf<typeof psychicEndpoints.getPsychic>;

/** The nine buttons of the header (D35), by the end of their address. */
const screens = [
  { end: "", label: "Summary" },
  { end: "/profile", label: "Profile" },
  { end: "/listing", label: "Listing" },
  { end: "/schedule", label: "Schedule" },
  { end: "/readings", label: "Readings" },
  { end: "/customers", label: "Customers" },
  { end: "/logins", label: "Logins" },
  { end: "/compose", label: "Compose" },
  { end: "/sent", label: "Sent" },
];

function PsychicNav({ id }: { id: number }) {
  const audienceOf = useAudienceOf();
  const nav = useRef<HTMLElement>(null);
  useMoreToScroll(nav);

  // A phone does not show all nine, so scroll to the current one.
  useEffect(() => {
    const present = nav.current?.querySelector("[aria-current]");
    if (!nav.current || !present) return;
    const place = present.getBoundingClientRect();
    const box = nav.current.getBoundingClientRect();
    nav.current.scrollLeft += place.left + place.width / 2 - (box.left + box.width / 2);
  }, []);

  return (
    <nav ref={nav} aria-label="Psychic" className="psychic-nav">
      {screens
        .map(({ end, label }) => ({ to: `/psychics/${id}${end}`, label }))
        .filter(({ to }) => audienceOf(to) !== null)
        .map(({ to, label }) => (
          <NavLink key={to} to={to} end className="psychic-nav-item">
            {label}
          </NavLink>
        ))}
    </nav>
  );
}

interface PsychicHeaderProps {
  id: number;
  /** Undefined while the psychic loads. */
  psychic: Psychic | undefined;
  screen: string;
}

/** Has its final height, and the buttons, before the psychic has loaded. */
function PsychicHeader({ id, psychic, screen }: PsychicHeaderProps) {
  const title = psychic?.username ?? "Psychic";
  return (
    <header className="psychic-header">
      <ManagerHeading title={title} name={psychic ? `${title}: ${screen}` : title} />
      <p className="psychic-facts">
        {psychic ? (
          <>
            <span>
              {psychic.first} {psychic.last}
            </span>
            <span>Ext. {psychic.extension}</span>
          </>
        ) : (
          <span aria-hidden="true">&nbsp;</span>
        )}
      </p>
      {id > 0 && <PsychicNav id={id} />}
    </header>
  );
}

interface PsychicFrameProps {
  /** The name of the screen, for the document's title. */
  screen: string;
  children: (psychic: Psychic) => ReactNode;
}

/** The header of every screen about one psychic; its content follows once the psychic has loaded. */
export function PsychicFrame({ screen, children }: PsychicFrameProps) {
  const id = Number(useParams().id);
  const { data, error, refetch } = usePsychic(id);

  if (data) {
    return (
      <>
        <PsychicHeader id={id} psychic={data} screen={screen} />
        {children(data)}
      </>
    );
  }
  if (!error) {
    return (
      <>
        <PsychicHeader id={id} psychic={undefined} screen={screen} />
        <div className="state-panel">
          <Spinner label="Loading the psychic" />
        </div>
      </>
    );
  }
  const isNobody = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <>
      <ManagerHeading title="Psychic" />
      {isNobody ? (
        <EmptyPanel
          title="This psychic does not exist"
          text="The address may be wrong. All Psychics in the menu lists everyone."
        />
      ) : (
        <FailurePanel
          title="The psychic could not be loaded"
          text={sentenceOf(error)}
          onRetry={refetch}
        />
      )}
    </>
  );
}
