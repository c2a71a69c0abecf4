import { useQuery } from "@tanstack/react-query";
import { ViewTransition } from "react";
import { Link, useLocation } from "react-router-dom";
import { psychicEndpoints } from "#shared/psychics.ts";
import { writtenPhone } from "#shared/rules/phone-number.ts";
import { pollEvery } from "#web/api/poll.ts";
import { query } from "#web/api/query.ts";
import { availabilityLook, availabilityOf } from "#web/features/availability.ts";
import { openChat } from "#web/features/open-chat.ts";
import { pictureAddress } from "#web/features/picture.ts";
import { useMedia } from "#web/lib/use-media.ts";
import { Button } from "#web/ui/button.tsx";
import { copyText } from "#web/ui/copy-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { StatusTag } from "#web/ui/status-tag.tsx";
import { ManagerHeading } from "../manager-heading.tsx";
import type { Psychic } from "./psychic-frame.tsx";
import { PsychicNav } from "./psychic-nav.tsx";
import { usePlaceInList } from "./shown-psychics.ts";
import "./psychic-header.scss";

/** Copies the number. A page without https cannot copy, so there it is plain text. */
function Phone({ phone }: { phone: string }) {
  const written = writtenPhone(phone);
  if (!window.isSecureContext) return <span>{written}</span>;
  return (
    <button
      type="button"
      title="Copy the phone number"
      onClick={() => void copyText(written, "the phone number")}
    >
      {written}
    </button>
  );
}

function Availability({ id }: { id: number }) {
  const { data } = useQuery({
    ...query(psychicEndpoints.getAvailability, { params: { id: String(id) } }),
    refetchInterval: pollEvery(60_000),
    meta: { polled: true },
  });
  return data && <StatusTag status={availabilityLook(availabilityOf(data)).word} />;
}

/** Leads to the same screen of the psychics before and after in the list that was shown last. */
function Neighbors({ id }: { id: number }) {
  const place = usePlaceInList(id);
  const { pathname, search } = useLocation();
  if (!place) return null;
  // Keep the dates, but not the page: it belongs to this psychic's list.
  const withoutPage = new URLSearchParams(search);
  withoutPage.delete("page");
  const screen = pathname.replace(/^\/psychics\/\d+/i, "");
  const links = [
    { icon: "previous", word: "Previous", psychic: place.before },
    { icon: "next", word: "Next", psychic: place.after },
  ] as const;
  return (
    <nav aria-label="In the list" className="psychic-neighbors">
      {links.map(({ icon, word, psychic }) =>
        psychic ? (
          <Link
            key={icon}
            to={{
              pathname: `/psychics/${psychic.user_id}${screen}`,
              search: withoutPage.toString(),
            }}
            className="icon-button"
            aria-label={`${word}: ${psychic.user_name}`}
            title={`${word}: ${psychic.user_name}`}
          >
            <Icon name={icon} />
          </Link>
        ) : (
          <span key={icon} className="icon-button is-end" aria-hidden="true">
            <Icon name={icon} />
          </span>
        ),
      )}
    </nav>
  );
}

/** The heading. After a click on a PsychicLink the name moves here from the list. */
function PsychicTitle(props: { title: string; name: string }) {
  const { state } = useLocation();
  const mayMove = useMedia("(prefers-reduced-motion: no-preference)");
  return (
    <ViewTransition name={(mayMove && state?.shownAs) || "auto"} default="none" share="auto">
      <ManagerHeading {...props} />
    </ViewTransition>
  );
}

interface PsychicHeaderProps {
  id: number;
  /** Undefined while the psychic loads. */
  psychic: Psychic | undefined;
  screen: string;
}

/** Shows the buttons in their final place on the page even before the psychic has loaded. */
export function PsychicHeader({ id, psychic, screen }: PsychicHeaderProps) {
  // Until the psychic has loaded, show the names from the list that was shown last.
  const listed = usePlaceInList(id)?.present;
  const title = psychic?.username ?? listed?.user_name ?? "Psychic";
  const first = psychic?.first ?? listed?.first_name;
  return (
    <header className="psychic-header">
      <div className="psychic-band">
        <div className="psychic-portrait">
          {psychic && (
            <img
              src={pictureAddress(psychic.image, "m")}
              alt={`Portrait of ${psychic.username}`}
              width={48}
              height={48}
            />
          )}
        </div>
        <div className="psychic-who">
          <div className="psychic-name">
            <PsychicTitle title={title} name={psychic ? `${title}: ${screen}` : title} />
            {psychic && <StatusTag status={psychic.account_status} />}
            {psychic && <Availability id={id} />}
          </div>
          <p className="psychic-facts">
            {first !== undefined ? (
              <>
                <span>
                  {first} {psychic?.last ?? listed?.last_name}
                </span>
                <span>Ext. {psychic?.extension ?? listed?.phone_extension}</span>
                {psychic?.phone && <Phone phone={psychic.phone} />}
              </>
            ) : (
              <span aria-hidden="true">&nbsp;</span>
            )}
          </p>
        </div>
        <div className="psychic-tools">
          <Button icon="chat" onClick={openChat}>
            Open Chat
          </Button>
          <Neighbors id={id} />
        </div>
      </div>
      {id > 0 && <PsychicNav id={id} />}
    </header>
  );
}
