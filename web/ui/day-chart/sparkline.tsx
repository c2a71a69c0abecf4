import "./sparkline.scss";

const height = 24;
/** The width of a bar, and of a bar with its gap, in units that the box stretches. */
const [bar, step] = [3, 4];

/** Small bars for the last days, without an axis. The last one is weaker: its day is not over. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const most = Math.max(...values, 1);
  return (
    <>
      <svg
        className="sparkline"
        viewBox={`0 0 ${Math.max(values.length * step - 1, 1)} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {values.map((value, place) => {
          const tall = Math.max((value / most) * height, 1);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar has no other key than its index
            <rect key={place} x={place * step} y={height - tall} width={bar} height={tall} />
          );
        })}
      </svg>
      <small className="sparkline-days">
        {values.length > 0 ? `Last ${values.length} days` : "\u00a0"}
      </small>
    </>
  );
}
