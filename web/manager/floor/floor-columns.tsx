import type { FloorPsychic } from "#shared/floor.ts";
import { languages } from "#shared/reference/languages.ts";
import { wallClock } from "#shared/rules/new-york.ts";
import { brandFacts } from "#web/lib/brand-facts.ts";
import { KnownLink } from "#web/ui/known-paths.tsx";
import { StatusTag } from "#web/ui/status-tag.tsx";
import type { ColumnGroup, TextColumn } from "#web/ui/table/column.ts";
import {
  callMark,
  isMissing,
  minutesSince,
  onlyChannel,
  promisedEnd,
  promisedNext,
  promisedNow,
  stateWord,
  writtenFor,
} from "./floor-view.ts";
import "./floor.scss";

type FloorColumn = TextColumn<FloorPsychic>;

/** `9:00 PM ET`, on another day in New York with the weekday, and from six days ahead with the date. */
function clock(instant: string, now: number): string {
  const at = wallClock(instant);
  const days = at.startOf("day").diff(wallClock(now).startOf("day"), "day");
  const day = days === 0 ? "" : days < 6 ? "ddd " : "ddd, MMM D, ";
  return `${at.format(`${day}h:mm A`)} ET`;
}

/** Midnight tonight has the next day's date, which nobody expects of an end. */
function endClock(instant: string, now: number): string {
  const at = wallClock(instant);
  const isTonight = at.isSame(wallClock(now).startOf("day").add(1, "day"));
  return isTonight ? "midnight ET" : clock(instant, now);
}

function promisedText(psychic: FloorPsychic, now: number): string {
  const present = promisedNow(psychic, now);
  if (present) {
    return `Until ${endClock(promisedEnd(psychic, present), now)}${present.chat ? ", chat only" : ""}`;
  }
  const next = promisedNext(psychic, now);
  return next ? `From ${clock(next.from, now)}${next.chat ? ", chat only" : ""}` : "–";
}

/** On a phone: what is promised and booked, without columns to name them. */
function planText(psychic: FloorPsychic, now: number): string {
  const promised = promisedText(psychic, now);
  const { next_call: call } = psychic;
  return [
    promised !== "–" && `Promised ${promised.replace(/^./, (first) => first.toLowerCase())}`,
    call && `Next call ${clock(call.at, now)}`,
  ]
    .filter(Boolean)
    .join(". ");
}

const nameOf = (id: number) => languages.find((one) => one.id === id)?.name ?? "";
const languagesOf = ({ languages: ids }: FloorPsychic) =>
  [...new Set(ids)].map(nameOf).filter(Boolean).join(", ");
const brandName = ({ brand }: FloorPsychic) =>
  brandFacts().find(({ key }) => key === brand)?.name ?? brand;

const column = (
  key: string,
  title: string,
  text: FloorColumn["text"],
  more: Partial<FloorColumn> = {},
): FloorColumn => ({ kind: "text", key, title, name: title, sortable: false, text, ...more });

export const pathOf = ({ user_id }: FloorPsychic) => `/psychics/${user_id}`;

/** The columns at an instant (epoch milliseconds). On a phone two columns say the same as four. */
export function floorColumns(now: number, isPhone: boolean): readonly ColumnGroup<FloorPsychic>[] {
  const lasts = (psychic: FloorPsychic) => {
    const minutes = minutesSince(psychic, now);
    return minutes === null ? "–" : writtenFor(minutes);
  };
  const promised = (psychic: FloorPsychic) => promisedText(psychic, now);
  const missing = (psychic: FloorPsychic) =>
    isMissing(psychic, now) && <small className="cell-note floor-missing">not on</small>;
  const marked = (psychic: FloorPsychic) => {
    const mark = callMark(psychic, now);
    return mark && <small className="cell-note floor-missing">{mark}</small>;
  };
  const nextCall = ({ next_call: call }: FloorPsychic) =>
    call ? `${clock(call.at, now)}, ${call.channel}, ${call.minutes} min` : "–";
  const name = (psychic: FloorPsychic) => (
    <KnownLink to={pathOf(psychic)}>{psychic.username}</KnownLink>
  );
  const state = (psychic: FloorPsychic) => {
    const notes = [isPhone && lasts(psychic), onlyChannel(psychic)].filter(Boolean);
    return (
      <>
        <StatusTag status={stateWord(psychic)} />
        {notes.length > 0 && <small className="cell-note">{notes.join(", ")}</small>}
      </>
    );
  };
  const username = column("username", "Psychic", (psychic) => psychic.username, {
    sortable: true,
    cell: isPhone
      ? (psychic) => (
          <>
            {name(psychic)}
            <small className="cell-note floor-promised">{planText(psychic, now)}</small>
            {missing(psychic)}
            {marked(psychic)}
          </>
        )
      : name,
  });
  const present = column("state", "Now", stateWord, { sortable: true, cell: state });
  if (isPhone) return [{ title: null, columns: [username, present] }];
  return [
    {
      title: null,
      columns: [
        username,
        present,
        column("since", "For", lasts, { sortable: true, align: "end" }),
        column("promised", "Promised", promised, {
          cell: (psychic) => (
            <>
              {promised(psychic)}
              {missing(psychic)}
            </>
          ),
        }),
        column("next_call", "Next Booked Call", nextCall, {
          cell: (psychic) => (
            <>
              {nextCall(psychic)}
              {marked(psychic)}
            </>
          ),
        }),
        column("languages", "Languages", languagesOf),
        column("brand", "Brand", brandName),
      ],
    },
  ];
}
