import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import type { Device } from "#shared/devices.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { localTime } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import type { deviceQuery } from "./device-query.ts";
import { type Ending, SignOutModal } from "./sign-out-modal.tsx";
import "./device-row.scss";
import "./devices.scss";
import "#web/ui/status-tag.scss";

const deviceName = ({ browser }: Device) => browser ?? "Unknown browser";

function DeviceRow({ device, onEnd }: { device: Device; onEnd: () => void }) {
  const { place, signed_in_at, last_used_at, this_device } = device;
  return (
    <li className="device-row">
      <div>
        <p className="device-label">
          {deviceName(device)}
          {this_device && <span className="status-tag is-good">This device</span>}
        </p>
        <p className="help">
          {this_device ? "In use now" : `Last used ${localTime(last_used_at)}`}
        </p>
        <p className="help">
          Signed in {localTime(signed_in_at)}
          {place && `, around ${place}`}
        </p>
      </div>
      {!this_device && (
        <Button aria-label={`Sign out ${deviceName(device)}`} onClick={onEnd}>
          Sign Out
        </Button>
      )}
    </li>
  );
}

interface DeviceListProps {
  title: string;
  list: ReturnType<typeof deviceQuery>;
  /** A sentence that says what the list is for. */
  children: ReactNode;
  /** The text of a list without devices. */
  empty: string;
  /** The button for all devices in the list but this one. */
  allLabel: string;
  end: (device: Device) => Promise<unknown>;
  endAll: () => Promise<unknown>;
  /** A sentence that says what signing out means for the user of the devices. */
  consequence: string;
}

/** The devices on which somebody is signed in, each with a button that signs it out (D54). */
export function DeviceList(props: DeviceListProps) {
  const { title, list, children, empty, allLabel, end, endAll, consequence } = props;
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(list);
  const [ending, setEnding] = useState<Ending>();
  const heading = useRef<HTMLHeadingElement>(null);
  const devices = data?.sessions ?? [];
  const others = (data?.total ?? 0) - devices.filter((one) => one.this_device).length;
  const unlisted = (data?.total ?? 0) - devices.length;
  return (
    <section className="form-card is-narrow device-card" aria-labelledby="device-list">
      <h2 id="device-list" className="section-title" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
      {!data && !error && <Spinner label={`Loading ${title}`} />}
      {!data && error && (
        <FailurePanel
          title="The devices could not be loaded"
          text={sentenceOf(error)}
          onRetry={refetch}
        />
      )}
      {data?.total === 0 && <p className="help">{empty}</p>}
      <ul>
        {devices.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            onEnd={() => setEnding({ what: deviceName(device), send: () => end(device) })}
          />
        ))}
      </ul>
      {unlisted > 0 && (
        <p className="help">
          {unlisted === 1 ? "1 more device" : `${unlisted} more devices`}, used less recently.
        </p>
      )}
      {others > 0 && (
        <div className="form-buttons">
          <Button look="danger" onClick={() => setEnding({ what: "all", send: endAll })}>
            {allLabel}
          </Button>
        </div>
      )}
      {ending && (
        <SignOutModal
          ending={ending}
          allLabel={allLabel}
          consequence={consequence}
          onClose={() => setEnding(undefined)}
          onSettled={() => queries.invalidateQueries({ queryKey: list.queryKey })}
          onDone={() => {
            setEnding(undefined);
            // The pressed button disappears with its row.
            heading.current?.focus();
          }}
        />
      )}
    </section>
  );
}
