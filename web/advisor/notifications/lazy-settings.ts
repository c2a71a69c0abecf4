import { type ComponentType, lazy } from "react";

/** The settings need the network, so the installed app does not store this part. */
export const NotificationSettings = lazy<ComponentType>(async () => {
  try {
    return { default: (await import("./notification-settings.tsx")).NotificationSettings };
  } catch {
    // The rest of the screen works without a network.
    return { default: () => null };
  }
});
