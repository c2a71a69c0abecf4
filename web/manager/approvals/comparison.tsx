import { useMemo } from "react";
import { MarkedText } from "./marked-text.tsx";
import { wholeLines, wordChanges } from "./word-changes.ts";
import "./comparison.scss";

/** The live and the pending text of a fact. */
export interface Compared {
  label: string;
  live: string;
  waiting: string;
}

/**
 * Compares the pending version with the live one: changed facts first, then unchanged ones. Without
 * a live version, its column is left out and the table has all facts, even empty ones.
 */
export function Comparison({ rows }: { rows: readonly Compared[] }) {
  const isFirst = rows.every(({ live }) => live === "");
  const changed = rows.filter(({ live, waiting }) => isFirst || live !== waiting);
  const same = rows.filter((row) => !changed.includes(row));
  return (
    <>
      <table className={isFirst ? "comparison is-first" : "comparison"}>
        <thead>
          <tr>
            <th scope="col">{isFirst ? "Field" : "Changed"}</th>
            {!isFirst && <th scope="col">Live now</th>}
            <th scope="col">Waiting</th>
          </tr>
        </thead>
        <tbody>
          {changed.length === 0 && (
            <tr>
              <td colSpan={isFirst ? 2 : 3}>No differences from the live version.</td>
            </tr>
          )}
          {changed.map((row) => (
            <ChangedRow key={row.label} {...row} isFirst={isFirst} />
          ))}
        </tbody>
      </table>
      {same.length > 0 && (
        <dl className="comparison-same">
          {same.map(({ label, live }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{live === "" ? "–" : <MarkedText lines={wholeLines(live)} as="ins" />}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

function ChangedRow({ label, live, waiting, isFirst }: Compared & { isFirst: boolean }) {
  // If one side is empty, all of the other is new or removed, so marks would add nothing.
  const [before, after] = useMemo(
    () => wordChanges(live || waiting, waiting || live),
    [live, waiting],
  );
  return (
    <tr>
      <th scope="row">{label}</th>
      {!isFirst && (
        <td data-column="Live now">{live === "" ? "–" : <MarkedText lines={before} as="del" />}</td>
      )}
      <td data-column="Waiting">{waiting === "" ? "–" : <MarkedText lines={after} as="ins" />}</td>
    </tr>
  );
}
