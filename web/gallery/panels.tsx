import { useEffect } from "react";
import { noteReach } from "../lib/reach.ts";
import { AsOf } from "../ui/as-of.tsx";
import { DayCard } from "../ui/day-chart/day-card.tsx";
import { DayChart } from "../ui/day-chart/day-chart.tsx";
import DayPlot from "../ui/day-chart/day-plot.tsx";
import { Sparkline } from "../ui/day-chart/sparkline.tsx";
import { EmptyPanel } from "../ui/empty-panel.tsx";
import { FailurePanel } from "../ui/failure-panel.tsx";
import { Modal } from "../ui/modal.tsx";
import { showNotice } from "../ui/notice-store.ts";
import { Notices } from "../ui/notices.tsx";
import { OfflineNote } from "../ui/offline-note.tsx";
import { ScreenHeading } from "../ui/screen-heading.tsx";
import { Tile } from "../ui/tile.tsx";
import { type Exhibit, nothing, Opened } from "./exhibit.tsx";

function ShownNotices() {
  useEffect(() => {
    const persistent = true;
    showNotice({
      kind: "success",
      title: "Saved",
      text: "Your listing is up to date.",
      persistent,
    });
    showNotice({ kind: "danger", title: "Not saved", text: "Try again.", persistent });
  }, []);
  return <Notices />;
}

function OutOfReach() {
  useEffect(() => {
    noteReach(false);
    return () => noteReach(true);
  }, []);
  return <OfflineNote />;
}

const daysOf = (firstDay: number, factor: number) =>
  Array.from({ length: 7 }, (_, place) => ({
    day: `2026-07-${String(place + firstDay).padStart(2, "0")}`,
    value: ((place * 37 + 20) % 90) * factor,
    second: place + 1,
  }));
const chart = {
  title: "Revenue per day",
  days: daysOf(19, 40),
  today: "2026-07-23",
  height: 180,
  empty: "No calls or chats yet",
  written: (value: number) => `$${value}`,
  writtenSecond: (value: number) => `${value} calls`,
  short: (value: number) => `$${value}`,
};

export const panels: readonly Exhibit[] = [
  {
    parts: { ScreenHeading },
    states: { usual: <ScreenHeading title="Statistics" portal="Portal" /> },
  },
  {
    parts: { EmptyPanel },
    states: { usual: <EmptyPanel title="No readings" text="They appear here as they end." /> },
  },
  {
    parts: { FailurePanel },
    states: {
      usual: (
        <FailurePanel
          title="The readings could not be loaded"
          text="The server did not answer."
          onRetry={nothing}
        />
      ),
    },
  },
  {
    parts: { Tile },
    states: {
      usual: <Tile label="Readings" icon="readings" to="/readings" figure="1,204" />,
      note: <Tile label="Readings" icon="readings" to="/readings" figure="1,204" note="12 today" />,
      loading: <Tile label="Readings" icon="readings" to="/readings" figure={undefined} />,
    },
  },
  {
    parts: { AsOf },
    states: {
      usual: <AsOf time="2026-07-26T17:00:00Z" />,
      never: <AsOf time={null} />,
      loading: <AsOf time={undefined} />,
    },
  },
  {
    parts: { DayChart },
    states: {
      usual: <DayChart {...chart} />,
      "with the period before": <DayChart {...chart} before={daysOf(12, 50)} />,
      "without values": <DayChart {...chart} days={daysOf(19, 0)} />,
      loading: <DayChart {...chart} days={undefined} />,
    },
  },
  {
    parts: { DayPlot },
    states: { usual: <DayPlot {...chart} /> },
  },
  {
    parts: { DayCard },
    states: {
      usual: (
        <div className="gallery-plot">
          <DayCard {...chart} before={daysOf(12, 50)} place={2} x={40} column={40} width={400} />
        </div>
      ),
    },
  },
  {
    parts: { Sparkline },
    states: { usual: <Sparkline values={chart.days.map(({ value }) => value)} /> },
  },
  {
    parts: { Modal },
    states: {
      usual: (
        <Opened>
          {(close) => (
            <Modal title="A modal" onClose={close}>
              <p>It closes by its button, Escape and a click beside it.</p>
            </Modal>
          )}
        </Opened>
      ),
      unsaved: (
        <Opened>
          {(close) => (
            <Modal title="A modal" unsaved onClose={close}>
              <p>Closing it asks first.</p>
            </Modal>
          )}
        </Opened>
      ),
    },
  },
  { parts: { Notices }, states: { "success and danger": <ShownNotices /> }, inWindow: true },
  { parts: { OfflineNote }, states: { "out of reach": <Opened>{() => <OutOfReach />}</Opened> } },
];
