import { Suspense, useEffect, useState } from "react";
import { parsePermissions } from "#shared/rules/account.ts";
import {
  type AvailabilityCode,
  availabilityLook,
  availabilityOf,
} from "#web/features/availability.ts";
import { localTime } from "#web/lib/dates.ts";
import { useOnline } from "#web/lib/use-online.ts";
import { ConfirmModal } from "#web/ui/form/confirm-modal.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { useOwnPsychic } from "../use-own-psychic.ts";
import { useOwnStatus } from "../use-own-status.ts";
import { type AvailabilityChoice, possibleChoices } from "./availability-choices.ts";
import { Questions } from "./lazy-questions.ts";
import { useAvailabilityChange } from "./use-availability-change.ts";
import "./availability-tile.scss";
import "#web/ui/tile.scss";

interface AvailabilityControlsProps {
  psychicId: number;
  /** Null while unknown. */
  code: AvailabilityCode | null;
  shown: AvailabilityCode;
}

function AvailabilityControls({ psychicId, code, shown }: AvailabilityControlsProps) {
  const online = useOnline();
  const { data: psychic } = useOwnPsychic(psychicId);
  const { changing, problem, change } = useAvailabilityChange(psychicId, shown);
  const [asked, setAsked] = useState<AvailabilityChoice>();
  const permissions = parsePermissions(psychic?.permissions ?? "") ?? [];
  const { choices, reason } = psychic
    ? possibleChoices({ ...psychic, permissions, code })
    : { choices: [], reason: null };
  // A psychic cannot turn chats on again, so a slip of the thumb must not turn them off.
  const losesChats = permissions.includes("AgentChat") && (shown === "A" || shown === "C");
  const mayAsk = losesChats && choices.some(({ value }) => value === asked?.value);
  // If a call closes the question, it must not open again by itself after the call.
  useEffect(() => {
    if (!mayAsk) setAsked(undefined);
  }, [mayAsk]);
  if (!psychic) return <div className="availability-choices is-awaited" />;

  const choose = (choice: AvailabilityChoice) => {
    if (changing || choice.value === shown) return;
    if (losesChats) setAsked(choice);
    else void change(choice.value, shown);
  };
  return (
    <>
      {choices.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in sight
        <div role="group" aria-label="Change your status" className="availability-choices">
          {choices.map((choice) => (
            <button
              key={choice.value}
              type="button"
              className="availability-choice"
              data-tone={availabilityLook(choice.value).tone}
              aria-pressed={online && choice.value === shown}
              aria-busy={choice.value === changing}
              disabled={!online}
              onClick={() => choose(choice)}
            >
              {choice.label}
            </button>
          ))}
        </div>
      )}
      {reason && <p className="tile-note">{reason}</p>}
      <p className="help is-danger" role="alert">
        {problem}
      </p>
      {mayAsk && asked && (
        <ConfirmModal
          title={`Change to ${asked.label}?`}
          yes="Change Status"
          no="Cancel"
          onYes={() => {
            setAsked(undefined);
            void change(asked.value, shown);
          }}
          onNo={() => setAsked(undefined)}
        >
          <p>
            You take {takesBoth(permissions) && shown === "A" ? "calls and chats" : "chats"} now.
            Only your manager or the chat system can start your chats again.
          </p>
        </ConfirmModal>
      )}
    </>
  );
}

/** The channels of an available psychic. Null for other codes, or if only one is permitted. */
function channelsOf(code: AvailabilityCode, permissions: readonly string[]): string | null {
  if (code === "P") return "Phone only";
  if (code === "C") return "Chat only";
  return code === "A" && takesBoth(permissions) ? "Phone and chat" : null;
}

const instantOf = (milliseconds: number) => new Date(milliseconds).toISOString();

const takesBoth = (permissions: readonly string[]) =>
  permissions.includes("AgentPhone") && permissions.includes("AgentChat");

/** The current availability, from the last news or poll (D43, D67), and questions about it (D71). */
export function AvailabilityTile({ psychicId }: { psychicId: number }) {
  const status = useOwnStatus(psychicId);
  const { data, isError } = status;
  const online = useOnline();
  const { data: psychic } = useOwnPsychic(psychicId);
  const shown = data && availabilityOf(data);
  const channels = shown && channelsOf(shown, parsePermissions(psychic?.permissions ?? "") ?? []);
  const last = shown && availabilityLook(shown);
  // Offline, the last status may be outdated, and the status affects the psychic's pay. So the tile
  // does not show it as the current one.
  const look = online ? last : undefined;
  return (
    <>
      <section className="availability" data-tone={look?.tone} aria-labelledby="current-status">
        <h2 id="current-status" className="tile-label">
          Current Status
        </h2>
        <p className="availability-word" data-tone={look?.tone} role="status">
          {look?.word ??
            (online && !isError ? <Spinner label="Loading the current status" /> : "Unknown")}
          {look && channels && <small>{channels}</small>}
        </p>
        {!online && (
          <p className="tile-note">
            {last && `Last seen: ${last.word}, ${localTime(instantOf(status.dataUpdatedAt))}. `}
            You need to be online to see and change your status.
          </p>
        )}
        {online && isError && (
          <p className="tile-note">We could not check your status. Trying again.</p>
        )}
        {shown ? (
          <AvailabilityControls psychicId={psychicId} code={data[0]?.code ?? null} shown={shown} />
        ) : (
          online && !isError && <div className="availability-choices is-awaited" />
        )}
      </section>
      {online && data?.[0] && (
        <Suspense>
          <Questions psychicId={psychicId} code={data[0].code} />
        </Suspense>
      )}
    </>
  );
}
