import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { pushEndpoints, type Subscription } from "#shared/push.ts";
import { ApiError } from "#web/api/api-error.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { query } from "#web/api/query.ts";
import { save } from "#web/api/save.ts";
import { localTime } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { pushDeviceId } from "../push/push-device.ts";
import "#web/features/devices/device-row.scss";
import "#web/ui/status-tag.scss";

interface DeviceRowProps {
  device: Subscription;
  busy: boolean;
  onRemove: () => void;
}

function DeviceRow({ device, busy, onRemove }: DeviceRowProps) {
  const { id, label, created_at, last_delivered_at } = device;
  return (
    <li className="device-row">
      <div>
        <p className="device-label">
          {label}
          {id === pushDeviceId() && <span className="status-tag is-good">This device</span>}
        </p>
        <p className="help">
          {last_delivered_at
            ? `Last notification delivered ${localTime(last_delivered_at)}`
            : `Turned on ${localTime(created_at)}, no notification delivered yet`}
        </p>
      </div>
      <Button aria-label={`Remove ${label}`} busy={busy} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}

interface DevicesProps {
  onTurnOff: () => Promise<void>;
  /** The sentence for a user without a device. */
  withoutDevice: string;
}

/** The user's devices that receive notifications. */
export function Devices({ onTurnOff, withoutDevice }: DevicesProps) {
  const queries = useQueryClient();
  const list = query(pushEndpoints.listSubscriptions, {});
  const { data, error, refetch } = useQuery(list);
  const [removing, setRemoving] = useState<number>();
  const [refusal, setRefusal] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);

  const remove = async (id: number) => {
    setRefusal(undefined);
    setRemoving(id);
    let isGone = true;
    try {
      // For this device, also end the browser's own subscription.
      if (id === pushDeviceId()) {
        await onTurnOff();
        isGone = pushDeviceId() === null;
      } else await save(pushEndpoints.removeSubscription, { params: { id: String(id) } });
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused;
      // Already removed, which is fine.
      isGone = refused.status === 404;
      if (!isGone) setRefusal(refused.problem?.detail ?? sentenceOf(refused));
    } finally {
      await queries.invalidateQueries(list);
      setRemoving(undefined);
    }
    // The pressed button disappears with its row.
    if (isGone) heading.current?.focus();
  };

  return (
    <section className="form-card is-narrow" aria-labelledby="devices">
      <h2 id="devices" className="section-title" ref={heading} tabIndex={-1}>
        Your Devices
      </h2>
      {!data && !error && <Spinner label="Loading your devices" />}
      {!data && error && (
        <FailurePanel
          title="Your devices could not be loaded"
          text={sentenceOf(error)}
          onRetry={refetch}
        />
      )}
      {data?.subscriptions.length === 0 && <p className="help">No device yet. {withoutDevice}</p>}
      <ul className="device-list">
        {data?.subscriptions.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            busy={removing === device.id}
            onRemove={() => remove(device.id)}
          />
        ))}
      </ul>
      <p className="help is-danger" role="alert">
        {refusal}
      </p>
    </section>
  );
}
