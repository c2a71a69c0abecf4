const round = (value: number) => Math.round(value * 10) / 10;

function rays(count: number, from: number, to: (place: number) => number): string {
  return Array.from({ length: count }, (_, i) => {
    const angle = (Math.PI * (i + 0.5)) / count;
    const [x, y] = [-Math.cos(angle), -Math.sin(angle)];
    const end = to(i);
    return `M${round(x * from)} ${round(y * from)}L${round(x * end)} ${round(y * end)}`;
  }).join("");
}

/**
 * The sun over hills and water. Its center is at 0, 0, on the horizon; the picture reaches 760 to
 * each side and 190 below. The stylesheet sets the colors, so that it has a dark version.
 */
export function Sunrise() {
  return (
    <>
      <circle className="halo" r="300" />
      <circle className="halo" r="225" />
      <path
        className="rays"
        d={rays(17, 178, (i) => (i % 2 ? 206 : 232))}
        fill="none"
        strokeLinecap="round"
        strokeWidth="7"
      />
      <circle className="sun" r="150" />
      <path
        className="hill-far"
        d="M-760-34C-640-96-520-102-400-50S-170-4-60-10C70-18 150-72 290-84S560-46 760-92V190H-760Z"
      />
      <path
        className="hill"
        d="M-760 8C-600-44-470-40-330 6S-90 46 40 34 300-34 450-34 670 2 760-12V190H-760Z"
      />
      <path
        className="hill-near"
        d="M-760 84C-620 40-440 44-260 80S60 118 230 92 560 34 760 66V190H-760Z"
      />
      <path
        className="glints"
        d="M-70 64h140M-46 82h92M-26 100h52"
        fill="none"
        strokeLinecap="round"
        strokeWidth="5"
      />
    </>
  );
}
