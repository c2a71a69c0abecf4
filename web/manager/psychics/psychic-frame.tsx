import { Fragment, type ReactNode } from "react";
import { useParams } from "react-router-dom";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { psychicEndpoints } from "#shared/psychics.ts";
import { ApiError } from "#web/api/api-error.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { usePsychic } from "#web/features/use-psychic.ts";
import { EmptyPanel } from "#web/ui/empty-panel.tsx";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { KnownLink } from "#web/ui/known-paths.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { ManagerHeading } from "../manager-heading.tsx";
import { PsychicHeader } from "./psychic-header.tsx";

export type Psychic = ResponseOf<typeof psychicEndpoints.getPsychic>;

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
        {/* The key resets the screen's state when another psychic is shown. */}
        <Fragment key={id}>{children(data)}</Fragment>
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
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <>
      <ManagerHeading title="Psychic" />
      {isMissing ? (
        <EmptyPanel
          title="This psychic does not exist"
          text="The address may be wrong. All Psychics lists everyone."
        >
          <KnownLink to="/psychics" className="button">
            All Psychics
          </KnownLink>
        </EmptyPanel>
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
