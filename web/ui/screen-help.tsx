import { createContext, useContext } from "react";

/** The address of the help about the screen at a path; null where there is none. */
export type HelpOf = (path: string) => string | null;

/** The help of an area's screens: each screen's heading leads there. */
export const ScreenHelp = createContext<HelpOf>(() => null);

export const useHelpAddress = (path: string) => useContext(ScreenHelp)(path);
