import type { Line } from "#web/pwa/outbox/things/thing.ts";
import "./waiting.scss";

interface UnsentLinesProps {
  lines: readonly Line[];
  /** Whether to show both versions. */
  isConflict: boolean;
}

/** The changes of an edit, line by line. */
export function UnsentLines({ lines, isConflict }: UnsentLinesProps) {
  if (lines.length === 0) return null;
  return (
    <table className="waiting-lines">
      {isConflict && (
        <thead>
          <tr>
            <td />
            <th scope="col">Mine</th>
            <th scope="col">Theirs</th>
          </tr>
        </thead>
      )}
      <tbody>
        {lines.map(({ label, mine, theirs }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className="plain-lines">{mine || "–"}</td>
            {isConflict && <td className="plain-lines">{theirs || "–"}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
