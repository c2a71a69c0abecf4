import type { ReactNode } from "react";
import "./toolbar.scss";

interface ToolbarProps {
  /** The controls that choose the rows, at the left. */
  children?: ReactNode;
  /** A fact about the rows, at the right, such as the time of their figures. */
  note?: ReactNode;
  /** The export button, always the last. */
  exporting?: ReactNode;
}

/** The line above a list. */
export function Toolbar({ children, note, exporting }: ToolbarProps) {
  return (
    <div className="toolbar">
      {children}
      <div className="toolbar-end">
        {note}
        {exporting}
      </div>
    </div>
  );
}
