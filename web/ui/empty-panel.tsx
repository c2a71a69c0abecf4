/** Shown instead of rows: says what would be here, and how to get it. */
export function EmptyPanel({ title, text }: { title: string; text: string }) {
  return (
    <div className="state-panel">
      <p className="state-title">{title}</p>
      <p>{text}</p>
    </div>
  );
}
