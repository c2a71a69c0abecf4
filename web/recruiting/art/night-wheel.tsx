const round = (value: number) => Math.round(value * 10) / 10;

/** A point on a circle around the middle. `turn` is clockwise from the top; 1 is a full circle. */
function at(radius: number, turn: number): [number, number] {
  const angle = turn * 2 * Math.PI;
  return [round(Math.sin(angle) * radius), round(-Math.cos(angle) * radius)];
}

function ticks(count: number, from: number, to: number): string {
  return Array.from({ length: count }, (_, i) => {
    const turn = i / count;
    return `M${at(from, turn)}L${at(to, turn)}`;
  }).join("");
}

/** A star of four points. */
function star([x, y]: [number, number], size: number): string {
  const waist = size * 0.16;
  const corners = [
    [0, -size],
    [waist, -waist],
    [size, 0],
    [waist, waist],
    [0, size],
    [-waist, waist],
    [-size, 0],
    [-waist, -waist],
  ];
  return `M${corners.map(([dx = 0, dy = 0]) => [round(x + dx), round(y + dy)]).join("L")}Z`;
}

/** The moon at eight places of the outer ring: how much of it is lit. */
const phases = [0, 0.25, 0.5, 0.75, 1, 0.75, 0.5, 0.25];

function phase(light: number, waxing: boolean, radius: number): string {
  const bulge = round(Math.abs(1 - 2 * light) * radius);
  const inner = light < 0.5 === waxing ? 0 : 1;
  return `M0 ${-radius}A${radius} ${radius} 0 0 ${waxing ? 1 : 0} 0 ${radius}A${bulge} ${radius} 0 0 ${inner} 0 ${-radius}Z`;
}

const constellation: [number, number][] = [
  [-118, -62],
  [-84, -104],
  [-30, -92],
  [6, -128],
  [62, -112],
  [104, -66],
];

/** A wheel of the night sky around 0, 0 with a radius of 230: crescent, stars, the moon's phases. */
export function NightWheel() {
  return (
    <g fill="none" stroke="#e9c46a">
      <circle r="229" strokeOpacity=".35" />
      <circle r="182" strokeOpacity=".7" strokeWidth="1.5" />
      <circle r="176" strokeOpacity=".3" />
      <circle r="150" strokeOpacity=".22" strokeDasharray="1 7" strokeWidth="2" />
      <path d={ticks(72, 182, 188)} strokeOpacity=".5" />
      <path d={ticks(12, 182, 194)} strokeWidth="2" />
      {phases.map((light, i) => {
        const turn = i / phases.length;
        const [x, y] = at(206, turn);
        return (
          <g key={turn} transform={`translate(${x} ${y})`}>
            <circle r="11" fill="#2a2466" strokeOpacity=".8" />
            {light === 1 && <circle r="11" fill="#f6dc9a" stroke="none" />}
            {light > 0 && light < 1 && (
              <path d={phase(light, i < 4, 11)} fill="#f6dc9a" stroke="none" />
            )}
          </g>
        );
      })}
      <path
        d={`M${constellation.map(([x, y]) => `${x} ${y}`).join("L")}`}
        strokeOpacity=".4"
        strokeWidth="1.2"
      />
      <g fill="#f6dc9a" stroke="none">
        {constellation.map(([x, y], i) => (
          <circle key={x} cx={x} cy={y} r={i % 2 ? 3.6 : 2.6} />
        ))}
        <path
          d={[
            star([70, -18], 24),
            star([-98, 18], 9),
            star([98, 52], 8),
            star([28, -62], 7),
            star([-70, -66], 6),
            star([104, -10], 5),
          ].join("")}
        />
        <path d="M-8-64A84 84 0 1 0 76 56 68 68 0 0 1-8-64Z" fill="#f0b93a" />
      </g>
    </g>
  );
}
