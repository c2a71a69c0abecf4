import { type ComponentType, lazy } from "react";

/** A calendar's address needs the network, so the installed app does not store this part. */
export const CalendarSection = lazy<ComponentType>(() =>
  import("./calendar-section.tsx").then(
    (module) => ({ default: module.CalendarSection }),
    () => ({ default: () => null }),
  ),
);
