import { ChangedWords } from "./changed-words.tsx";

/** One fact, in words, as customers see it and as it waits. */
export interface Compared {
  label: string;
  live: string;
  waiting: string;
}

/** What waits beside what is live: the changed facts first, then those that stay. */
export function Comparison({ rows }: { rows: readonly Compared[] }) {
  const changed = rows.filter(({ live, waiting }) => live !== waiting);
  const same = rows.filter(({ live, waiting }) => live === waiting);
  return (
    <>
      <table className="comparison">
        <thead>
          <tr>
            <th scope="col">Changed</th>
            <th scope="col">Live now</th>
            <th scope="col">Waiting</th>
          </tr>
        </thead>
        <tbody>
          {changed.length === 0 && (
            <tr>
              <td colSpan={3}>Nothing differs from what is live.</td>
            </tr>
          )}
          {changed.map(({ label, live, waiting }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td data-column="Live now">
                <ChangedWords text={live} other={waiting} as="del" />
              </td>
              <td data-column="Waiting">
                <ChangedWords text={waiting} other={live} as="ins" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {same.length > 0 && (
        <dl className="comparison-same">
          {same.map(({ label, live }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <ChangedWords text={live} other={live} as="ins" />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
