import type { AppIconName } from "./app-icons.ts";
import type { ManagerIconName } from "./manager-icons.ts";

/**
 * Strokes on a 24-pixel square. These icons load with the sign-in screen; `app-icons.ts` and
 * `manager-icons.ts` have the others.
 */
const firstStrokes = {
  close: "M6 6l12 12M18 6L6 18",
  system: "M4 5h16v11H4zM9 20h6M12 16v4",
  light:
    "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  dark: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  passkey:
    "M8 4.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM2.5 20a6 6 0 0 1 9.5-4.8M17.5 8.5a3 3 0 0 1 1.5 5.6v5.4L17.5 21 16 19.5v-5.4a3 3 0 0 1 1.5-5.6z",
  success: "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM8 12.3l2.8 2.7L16 9.5",
  danger: "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 8v4.8M12 16v.1",
  waiting: "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7.5V12l3 2",
  offline:
    "M3 3l18 18M5 12.5a10 10 0 0 1 4.5-2.6M2 9a15 15 0 0 1 5-3.2M11 6.1A15 15 0 0 1 22 9M15 10.5a10 10 0 0 1 4 2M8.5 16a5 5 0 0 1 7 0M12 19.5v.1",
} as const;

export type IconName = keyof typeof firstStrokes | AppIconName | ManagerIconName;

export const strokes: Partial<Record<IconName, string>> = { ...firstStrokes };

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      className="icon-strokes"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={strokes[name]} />
    </svg>
  );
}
