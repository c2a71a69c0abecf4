import type { ReactNode } from "react";

interface EmptyPanelProps {
  title: string;
  text: string;
  /** Buttons that lead on. */
  children?: ReactNode;
}

/** Shown instead of rows: says what would be here, and how to get it. */
export function EmptyPanel({ title, text, children }: EmptyPanelProps) {
  return (
    <div className="state-panel">
      <p className="state-title">{title}</p>
      <p>{text}</p>
      {children}
    </div>
  );
}
