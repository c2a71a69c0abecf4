import { del, set } from "idb-keyval";
import { sessionMark, storedSession } from "#web/api/stored-session.ts";
import { pushDevicePlace } from "../worker-messages.ts";

/** The user whose notifications this device shows, and the device's id on the server. */
interface PushDevice {
  userId: number;
  id: number;
  /**
   * The session (`sessionMark`) of its last renewal. When that session ends, the server forgets the
   * device.
   */
  session?: string | null;
}

const key = "push-device";

function isDevice(value: unknown): value is PushDevice {
  return typeof value === "object" && value !== null && "userId" in value && "id" in value;
}

function storedDevice(): PushDevice | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return isDevice(value) ? value : null;
  } catch {
    return null;
  }
}

function ownDevice(): PushDevice | null {
  const device = storedDevice();
  return device !== null && device.userId === storedSession()?.user_id ? device : null;
}

/** The server's id of this device, if the signed-in user turned notifications on here. */
export const pushDeviceId = () => ownDevice()?.id ?? null;

/** This device's id, if the server may still know it: only in the session of its last renewal. */
export function idToRenew(): number | null {
  const device = ownDevice();
  return device && (device.session ?? null) === sessionMark() ? device.id : null;
}

/** Whether somebody other than the signed-in user turned notifications on here. */
export const isOthersDevice = () => storedDevice() !== null && ownDevice() === null;

export function storePushDevice(id: number): void {
  const session = storedSession();
  if (!session) return;
  const device: PushDevice = { userId: session.user_id, id, session: sessionMark() };
  localStorage.setItem(key, JSON.stringify(device));
  set(pushDevicePlace, id).catch(() => undefined);
}

export function forgetPushDevice(): void {
  localStorage.removeItem(key);
  del(pushDevicePlace).catch(() => undefined);
}
