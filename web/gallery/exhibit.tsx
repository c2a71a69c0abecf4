import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";

/** One or more parts of web/ui that are seen together, in each of their states. */
export interface Exhibit {
  /** The components. A test fails if one of web/ui is in no exhibit. */
  parts: Record<string, unknown>;
  states: Record<string, ReactNode>;
  /** The part is fixed to the edges of a window, so a box of its own acts as the window. */
  inWindow?: true;
}

/** A modal covers the page, so it waits for a click. */
export function Opened({ children }: { children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}

export const nothing = () => undefined;
