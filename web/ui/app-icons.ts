import { strokes } from "./icon.tsx";

/** The icons of screens within the shell, which loads them. */
const appStrokes = {
  dashboard: "M4 4h7v8H4zM13 4h7v5h-7zM13 12h7v8h-7zM4 15h7v5H4z",
  statistics: "M4 20h16M7 16v-5M12 16V5M17 16V9",
  signOut: "M14 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h8M10 12h10M17 8.5l3.5 3.5-3.5 3.5",
  menu: "M4 7h16M4 12h16M4 17h16",
  previous: "M14.5 5.5L8 12l6.5 6.5",
  next: "M9.5 5.5L16 12l-6.5 6.5",
  descending: "M12 5v14M6.5 13.5L12 19l5.5-5.5",
  ascending: "M12 19V5M6.5 10.5L12 5l5.5 5.5",
  people:
    "M9 4.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM2.5 20a6.5 6.5 0 0 1 13 0M16 5a3.3 3.3 0 0 1 0 6.2M17.8 14.3A6.3 6.3 0 0 1 21.5 20",
  profile: "M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.5 20.5a7.5 7.5 0 0 1 15 0",
  refresh: "M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4v5h-5",
  play: "M8 5.5v13l10.5-6.5z",
  download: "M12 4v11M7 10.5l5 5 5-5M5 20h14",
  contacts: "M3.5 5.5h17v13h-17zM3.5 7l8.5 6.5L20.5 7",
  problem: "M12 4L2.5 20h19zM12 10v4.5M12 17.3v.1",
  pencil: "M4 20l1-4.5L16.5 4a2.1 2.1 0 0 1 3 0l.5.5a2.1 2.1 0 0 1 0 3L8.5 19zM14.5 6l3.5 3.5",
  add: "M12 5v14M5 12h14",
  remove: "M5 7h14M10 4h4M7 7l1 13h8l1-13M10.5 11v5.5M13.5 11v5.5",
  calls:
    "M5 4h3.5l1.7 4.5-2.2 1.6a11 11 0 0 0 5.9 5.9l1.6-2.2L20 15.5V19a1.5 1.5 0 0 1-1.6 1.5A15.5 15.5 0 0 1 3.5 5.6 1.5 1.5 0 0 1 5 4z",
  listing: "M6 3.5h12v17H6zM9 8h6M9 12h6M9 16h4",
  day: "M3 7h10M8 12h12M5 17h7",
  schedule: "M4 6h16v14H4zM4 10.5h16M8.5 3.5v4M15.5 3.5v4",
  readings:
    "M12 3.5a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM7 20.5h10M8.5 16.8l-1 3.7M15.5 16.8l1 3.7M9 9a3.5 3.5 0 0 1 3-2.2",
  logins: "M10 4h8a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1h-8M4 12h10M10.5 8.5L14 12l-3.5 3.5",
  gifts:
    "M4.5 11.5h15v9h-15zM3 7.5h18v4H3zM12 7.5v13M12 7.5c-3 0-4.6-1.3-4.2-2.9s3.2-1 4.2 2.9c1-3.9 3.8-4.5 4.2-2.9s-1.2 2.9-4.2 2.9",
  sent: "M20.5 3.5L10 14M20.5 3.5L14 20.5l-4-6.5-6.5-4z",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
  help: "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.5v.1",
  chat: "M4 5h16v11h-9.5L6.5 19.5V16H4z",
  history: "M3.5 12a8.5 8.5 0 1 0 2.6-6.1L3.5 8.5M3.5 3.5v5h5M12 7.5V12l3 2",
  bell: "M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 18.5a2 2 0 0 0 4 0M12 5V3.5",
  security:
    "M12 3.5l7.5 2.5v5.5c0 4.5-3 7.5-7.5 9-4.5-1.5-7.5-4.5-7.5-9V6zM8.8 11.8l2.3 2.3 4.2-4.4",
  share: "M12 14.5v-11M8 7l4-3.5L16 7M8.5 10.5h-2v10h11v-10h-2",
} as const;

export type AppIconName = keyof typeof appStrokes;

Object.assign(strokes, appStrokes);
