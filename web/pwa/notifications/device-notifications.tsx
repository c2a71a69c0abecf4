import { useState } from "react";
import { pushEndpoints } from "#shared/push.ts";
import { ApiError, isCommunicationFailure } from "#web/api/api-error.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { save } from "#web/api/save.ts";
import { showNotice, showSuccess } from "#web/ui/notice-store.ts";
import { Devices } from "./devices.tsx";
import { type DeviceWords, ThisDevice } from "./this-device.tsx";
import { useThisDevice } from "./use-this-device.ts";

/** Turns notifications on or off on this device, sends a test, and lists the user's devices. */
export function DeviceNotifications({ words }: { words: DeviceWords }) {
  const device = useThisDevice();
  const [testing, setTesting] = useState(false);

  const test = async () => {
    setTesting(true);
    try {
      await save(pushEndpoints.testPush, {});
      showSuccess("Test Sent", "Each of your devices shows it within a minute.");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!isCommunicationFailure(error)) {
        const text = error.problem?.detail ?? sentenceOf(error);
        showNotice({ kind: "danger", title: "Test Not Sent", text });
      }
    } finally {
      setTesting(false);
    }
  };

  return (
    <>
      <ThisDevice words={words} device={device} testing={testing} onTest={test} />
      <Devices onTurnOff={device.turnOff} withoutDevice={words.withoutDevice} />
    </>
  );
}
