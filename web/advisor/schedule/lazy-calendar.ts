import { type ComponentType, lazy } from "react";

/** A calendar's address needs the network, so the installed app does not store this part. */
export const CalendarSection = lazy<ComponentType>(async () => {
  try {
    return { default: (await import("./calendar-section.tsx")).CalendarSection };
  } catch {
    // The schedule itself works without a network.
    return { default: () => null };
  }
});
