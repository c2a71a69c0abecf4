import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { calendarEndpoints } from "#shared/calendar.ts";
import { reasonOf } from "#web/api/error-sentences.ts";
import { query } from "#web/api/query.ts";
import { save } from "#web/api/save.ts";
import { businessTime } from "#web/lib/dates.ts";
import { useOnline } from "#web/lib/use-online.ts";
import { Button } from "#web/ui/button.tsx";
import { copyText } from "#web/ui/copy-text.ts";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import "./calendar-section.scss";

function NewAddress({ address }: { address: string }) {
  return (
    <div className="calendar-address">
      <p>
        <strong>Copy the address now.</strong> The portal does not show it again.
      </p>
      <input aria-label="Calendar address" className="input" readOnly value={address} />
      <div className="form-buttons">
        <Button look="primary" onClick={() => void copyText(address, "the address", true)}>
          Copy
        </Button>
      </div>
      <p className="help">
        Then paste it into your calendar. On an iPhone: Settings, Apps, Calendar, Calendar Accounts,
        Add Account, Other, Add Subscribed Calendar. On a Mac: File, New Calendar Subscription. In
        Google Calendar on a computer: Other Calendars, From URL.
      </p>
    </div>
  );
}

/** Lets psychics have their hours and booked calls in their own calendar (R81). */
export function CalendarSection() {
  const online = useOnline();
  const queries = useQueryClient();
  const current = query(calendarEndpoints.getCalendarAddress, {});
  const { data, error, refetch } = useQuery(current);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [address, setAddress] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const calendar = data?.calendar;

  const change = async (work: () => Promise<string | undefined>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      setAddress(await work());
      await queries.invalidateQueries(current);
      // The pressed button may disappear.
      heading.current?.focus();
    } catch (refused) {
      setProblem(reasonOf(refused));
    } finally {
      setBusy(false);
    }
  };
  const make = () =>
    change(async () => (await save(calendarEndpoints.makeCalendarAddress, {})).data?.address);
  const remove = () =>
    change(async () => {
      await save(calendarEndpoints.removeCalendarAddress, {});
      return undefined;
    });

  return (
    <section className="form-card is-narrow calendar-section" aria-labelledby="own-calendar">
      <h2 id="own-calendar" className="section-title" ref={heading} tabIndex={-1}>
        Your Calendar
      </h2>
      <p>
        The calendar on your phone or computer can show your hours and booked calls. It reads them
        from a secret address. Anybody with the address can see them, but not customers' names.
      </p>
      {!online && <p className="help">You need to be online to change this.</p>}
      {online && !data && !error && <Spinner label="Loading your calendar" />}
      {online && !data && error && (
        <FailurePanel
          title="Your calendar could not be loaded"
          text={reasonOf(error)}
          onRetry={refetch}
        />
      )}
      {calendar && (
        <p className="help">
          {`Address made ${businessTime(calendar.created_at)}. `}
          {calendar.read_at
            ? `A calendar last read it ${businessTime(calendar.read_at)}.`
            : "No calendar has read it yet."}
        </p>
      )}
      {calendar && address && <NewAddress address={address} />}
      {data && (
        <div className="form-buttons">
          <Button busy={busy} disabled={!online} onClick={make}>
            {calendar ? "Make a New Address" : "Make an Address"}
          </Button>
          {calendar && (
            <Button look="quiet" busy={busy} disabled={!online} onClick={remove}>
              Remove the Address
            </Button>
          )}
        </div>
      )}
      {calendar && <p className="help">A new address ends this one.</p>}
      <p className="help is-danger" role="alert">
        {problem}
      </p>
    </section>
  );
}
