import { createContext, useContext } from "react";

/** The address of the help for the screen at a path; null if there is none. */
export type HelpOf = (path: string) => string | null;

/** Provides the help of an area's screens, which each heading links to. */
export const ScreenHelp = createContext<HelpOf>(() => null);

export const useHelpAddress = (path: string) => useContext(ScreenHelp)(path);
