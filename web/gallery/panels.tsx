import { useEffect } from "react";
import { noteReach } from "../lib/reach.ts";
import { AsOf } from "../ui/as-of.tsx";
import { DayChart } from "../ui/day-chart.tsx";
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

const days = Array.from({ length: 14 }, (_, place) => ({
  day: `2026-07-${String(place + 12).padStart(2, "0")}`,
  value: (place * 37) % 90,
}));
const chart = { title: "Revenue per day", days, written: (value: number) => `$${value}` };

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
      usual: <DayChart {...chart} loading={false} />,
      marked: (
        <DayChart
          {...chart}
          loading={false}
          marked={{ start: "2026-07-19", name: "this pay period" }}
        />
      ),
      loading: <DayChart {...chart} loading days={[]} />,
    },
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
