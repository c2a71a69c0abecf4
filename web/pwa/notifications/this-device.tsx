import { type ReactNode, useRef } from "react";
import { useOnline } from "#web/lib/use-online.ts";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import type { PushState } from "../push/subscription.ts";
import { InstallSteps } from "../shell/install-steps.tsx";
import { AllowAgain } from "./allow-again.tsx";
import type { ThisDevice as Device } from "./use-this-device.ts";

/** An audience's sentences for a device that shows notifications, and for one that does not. */
export interface DeviceWords {
  on: string;
  unsupported: string;
  withoutDevice: string;
}

const wordsFor = ({ on, unsupported }: DeviceWords): Record<PushState, ReactNode> => ({
  on: <p>Notifications are on. {on}</p>,
  off: <p>Notifications are off on this device.</p>,
  denied: <AllowAgain />,
  unsupported: <p>This browser cannot show notifications. {unsupported}</p>,
  "install-first": (
    <>
      <p>An iPhone or iPad shows notifications once the portal is on its home screen:</p>
      <InstallSteps />
    </>
  ),
});

interface ThisDeviceProps {
  words: DeviceWords;
  device: Device;
  testing: boolean;
  onTest: () => void;
}

/** Turns notifications on or off on this device, or says why that is impossible. */
export function ThisDevice({ words, device, testing, onTest }: ThisDeviceProps) {
  const online = useOnline();
  const { state, busy, problem } = device;
  const heading = useRef<HTMLHeadingElement>(null);

  const turn = async (way: () => Promise<void>) => {
    await way();
    // The pressed button disappears when the state changes.
    if (document.activeElement === document.body) heading.current?.focus();
  };

  return (
    <section className="form-card is-narrow" aria-labelledby="this-device">
      <h2 id="this-device" className="section-title" ref={heading} tabIndex={-1}>
        This Device
      </h2>
      <div role="status">
        {state ? wordsFor(words)[state] : <Spinner label="Checking this device" />}
      </div>
      {!online && (state === "on" || state === "off") && (
        <p className="help">You need to be online to turn notifications on or off.</p>
      )}
      <p className="help is-danger" role="alert">
        {problem}
      </p>
      {online && state === "off" && (
        <div className="form-buttons">
          <Button look="primary" icon="bell" busy={busy} onClick={() => turn(device.turnOn)}>
            Turn On
          </Button>
        </div>
      )}
      {online && state === "on" && (
        <div className="form-buttons">
          <Button look="primary" busy={testing} onClick={onTest}>
            Send a Test
          </Button>
          <Button busy={busy} onClick={() => turn(device.turnOff)}>
            Turn Off
          </Button>
        </div>
      )}
    </section>
  );
}
