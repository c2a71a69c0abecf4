import { type ComponentType, createElement, lazy } from "react";

/** The settings need the network, so the installed app does not store this part. */
export const NotificationSettings = lazy<ComponentType>(async () => {
  try {
    return { default: (await import("./notification-settings.tsx")).NotificationSettings };
  } catch {
    // The rest of the screen works without a network. A failed load stays until the page reloads.
    const words = "Your choices could not be loaded. Check your connection and reload the page.";
    return { default: () => createElement("p", { className: "help", role: "alert" }, words) };
  }
});
