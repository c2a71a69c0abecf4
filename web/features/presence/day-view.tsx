import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { presenceEndpoints, type Timeline } from "#shared/presence.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { query } from "#web/api/query.ts";
import { businessTime } from "#web/lib/dates.ts";
import { useMobile } from "#web/lib/use-media.ts";
import { useNewYorkToday } from "#web/lib/use-new-york-today.ts";
import { EmptyPanel } from "#web/ui/empty-panel.tsx";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { OldNote } from "#web/ui/table/old-note.tsx";
import { useAddress } from "#web/ui/table/use-list-view.ts";
import { DayChoice, isShownDay } from "./day-choice.tsx";
import { dayColumns } from "./day-columns.tsx";
import { dayFacts } from "./day-facts.ts";
import { DayTrack } from "./day-track.tsx";
import "./presence.scss";

/** Rows to reserve space for while the first day loads. */
const usualFacts = 12;
const hour = 3_600_000;

interface DayViewProps {
  psychicId: number;
  username: string;
  /** Whether the psychic looks at it. */
  isOwn: boolean;
}

/** A psychic's day: the same picture and table for the psychic and for staff. */
export function DayView({ psychicId, username, isOwn }: DayViewProps) {
  const today = useNewYorkToday();
  const [search, write] = useAddress();
  const asked = search.get("day") ?? today;
  const day = isShownDay(asked) ? asked : today;
  const result = useQuery({
    ...query(presenceEndpoints.getTimeline, { params: { id: String(psychicId) }, query: { day } }),
    placeholderData: keepPreviousData,
  });
  const { data, error, refetch, isPlaceholderData } = result;
  const goTo = (next: string) =>
    write((address) => {
      const changed = new URLSearchParams(address);
      changed.delete("day");
      if (next !== today) changed.set("day", next);
      return changed;
    });

  return (
    <>
      <DayChoice day={day} today={today} onDay={goTo} />
      {error && !data && (
        <FailurePanel
          title="The day could not be loaded"
          text={sentenceOf(error)}
          onRetry={refetch}
        />
      )}
      {!error && !data && (
        <div className="state-panel">
          <Spinner label="Loading the day" />
        </div>
      )}
      {data && (
        <div className={isPlaceholderData ? "is-refreshing" : ""} aria-busy={isPlaceholderData}>
          <OldNote {...result} />
          <Notes timeline={data} today={today} />
          <DayTrack timeline={data} />
          <Facts timeline={data} username={username} isOwn={isOwn} />
        </div>
      )}
    </>
  );
}

/** Facts that the picture does not show. */
function Notes({ timeline, today }: { timeline: Timeline; today: string }) {
  const { day, from, to, until, is_cut } = timeline;
  const hours = (Date.parse(to) - Date.parse(from)) / hour;
  const notes = [
    day === today && `As of ${businessTime(until)}.`,
    day < today && "Promised hours come from the current schedule.",
    hours !== 24 && `New York's clocks change: this day has ${hours} hours.`,
    is_cut && "This day has more than can be shown here. The rest is left out.",
  ].filter(Boolean);
  return <p className="as-of">{notes.join(" ") || " "}</p>;
}

function Facts({
  timeline,
  username,
  isOwn,
}: Omit<DayViewProps, "psychicId"> & { timeline: Timeline }) {
  const mobile = useMobile();
  const facts = dayFacts(timeline, isOwn);
  return (
    <DataTable
      label={`Day of ${username}, in New York time`}
      groups={dayColumns(mobile, timeline.day)}
      rows={facts}
      rowKey={(fact) => fact.key}
      view={`${username} ${timeline.day}`}
      expectedRows={usualFacts}
      instead={
        facts.length === 0 && (
          <EmptyPanel
            title="Nothing on this day"
            text="Promised hours, availability, calls and chats of the day appear here. Choose another day."
          />
        )
      }
    />
  );
}
