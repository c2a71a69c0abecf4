import { strokes } from "./icon.tsx";

/** The icons that only staff see: their shell loads them, so that a psychic's need not. */
const managerStrokes = {
  floor: "M3 12h4l2.5-6.5 4.5 13 2.5-6.5H21",
  timeOff: "M4 6h16v14H4zM4 10.5h16M8.5 3.5v4M15.5 3.5v4M9.5 15.2h5",
  revenue:
    "M12 3v18M16.5 7.5C16 6 14.3 5.3 12 5.3c-2.5 0-4.5 1-4.5 3.2 0 4.8 9.3 2 9.3 7 0 2.2-2.2 3.3-4.8 3.3-2.5 0-4.5-.9-5-2.6",
  staff:
    "M5 6h14v14H5zM10 3.5h4V8h-4zM12 10.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM8.5 17.5a3.5 3.5 0 0 1 7 0",
  payroll: "M3.5 6.5h17v11h-17zM12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM6.5 12v.1M17.5 12v.1",
  approvals:
    "M8 4.5H6A1.5 1.5 0 0 0 4.5 6v13A1.5 1.5 0 0 0 6 20.5h12a1.5 1.5 0 0 0 1.5-1.5V6A1.5 1.5 0 0 0 18 4.5h-2M8.5 3h7v3.5h-7zM8.5 13.5l2.5 2.5 4.5-5",
} as const;

export type ManagerIconName = keyof typeof managerStrokes;

Object.assign(strokes, managerStrokes);
