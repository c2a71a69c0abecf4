import { storedSession } from "../api/stored-session.ts";

/** Whose messages this device shows, and what the server calls it. */
interface PushDevice {
  userId: number;
  id: number;
}

const key = "push-device";

function isDevice(value: unknown): value is PushDevice {
  return typeof value === "object" && value !== null && "userId" in value && "id" in value;
}

function read(): PushDevice | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return isDevice(value) ? value : null;
  } catch {
    return null;
  }
}

/** The server's id of this device, if the user turned messages on here. */
export function pushDeviceId(): number | null {
  const device = read();
  return device !== null && device.userId === storedSession()?.user_id ? device.id : null;
}

/** Whether messages were turned on here by somebody else than who is signed in. */
export const isOthersDevice = () => read() !== null && pushDeviceId() === null;

export function keepPushDevice(id: number): void {
  const session = storedSession();
  if (!session) return;
  const device: PushDevice = { userId: session.user_id, id };
  localStorage.setItem(key, JSON.stringify(device));
}

export function forgetPushDevice(): void {
  localStorage.removeItem(key);
}
