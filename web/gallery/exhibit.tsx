import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";

/** One or more parts of web/ui that are seen together, in each of their states. */
export interface Exhibit {
  /** The components themselves: a test misses those that no exhibit has. */
  parts: Record<string, unknown>;
  states: Record<string, ReactNode>;
  /** It is placed at the edges of a window. */
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
