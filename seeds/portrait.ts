import type { Random } from "./random.ts";

/** Letters as strokes in a box of 4 by 6, so that the demo needs no font. */
const letters: Record<string, string> = {
  A: "M0 6L2 0L4 6M.7 4H3.3",
  B: "M0 0V6H2.4A1.5 1.5 0 0 0 2.4 3H0M2.2 3A1.5 1.5 0 0 0 2.2 0H0",
  C: "M4 1A2.4 3 0 1 0 4 5",
  D: "M0 0V6H1.4A2.6 3 0 0 0 1.4 0Z",
  E: "M4 0H0V6H4M0 3H3",
  F: "M4 0H0V6M0 3H3",
  G: "M4 1A2.4 3 0 1 0 4 5V3.3H2.5",
  H: "M0 0V6M4 0V6M0 3H4",
  I: "M2 0V6",
  J: "M3.5 0V4.4A1.6 1.6 0 0 1 .3 4.4",
  K: "M0 0V6M4 0L0 3.5M1.4 2.4L4 6",
  L: "M0 0V6H3.6",
  M: "M0 6V0L2 3.5L4 0V6",
  N: "M0 6V0L4 6V0",
  O: "M2 0A2 3 0 1 0 2.01 0Z",
  P: "M0 6V0H2.4A1.7 1.7 0 0 1 2.4 3.4H0",
  Q: "M2 0A2 3 0 1 0 2.01 0ZM2.5 4.4L4 6",
  R: "M0 6V0H2.4A1.7 1.7 0 0 1 2.4 3.4H0M2 3.4L4 6",
  S: "M3.8 1A2 1.5 0 1 0 2 3A2 1.5 0 1 1 .2 5",
  T: "M0 0H4M2 0V6",
  U: "M0 0V4A2 2 0 0 0 4 4V0",
  V: "M0 0L2 6L4 0",
  W: "M0 0L1 6L2 2.5L3 6L4 0",
  X: "M0 0L4 6M4 0L0 6",
  Y: "M0 0L2 3L4 0M2 3V6",
  Z: "M0 0H4L0 6H4",
};

/** A picture as SVG, 480 pixels square: initials under a random night sky. */
export function drawPortrait(initials: string, random: Random): string {
  const hue = random.int(200, 380) % 360;
  const color = (saturation: number, lightness: number, turn = 0) =>
    `hsl(${(hue + turn) % 360}, ${saturation}%, ${lightness}%)`;
  const stars = Array.from({ length: random.int(14, 26) }, () => {
    const [x, y, r] = [random.int(10, 470), random.int(10, 470), random.int(10, 36) / 10];
    return `<circle cx="${x}" cy="${y}" r="${r}" opacity="${random.int(4, 10) / 10}"/>`;
  });
  const [x, y, r] = [random.int(70, 410), random.int(60, 130), random.int(28, 64)];
  // Outer and inner edge, both bulging to the same side.
  const [out, back] = random.chance(0.5) ? [1, 0] : [0, 1];
  const inner = 1.25 * r;
  const moon = `M${x} ${y - r}a${r} ${r} 0 1 ${out} 0 ${2 * r}a${inner} ${inner} 0 0 ${back} 0 ${-2 * r}`;
  const rings = [150, 172].map(
    (radius) =>
      `<circle cx="240" cy="262" r="${radius}" stroke-dasharray="${random.int(4, 40)} 9"/>`,
  );
  const signs = [...initials.toUpperCase()].filter((sign) => sign in letters).slice(0, 2);
  const start = 240 - (signs.length * 84 + (signs.length - 1) * 44) / 2;
  const strokes = signs.map(
    (sign, place) =>
      `<path transform="translate(${start + place * 128} 199) scale(21)" d="${letters[sign]}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480">
<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${color(55, 18)}"/><stop offset="1" stop-color="${color(45, 42, 40)}"/></linearGradient></defs>
<rect width="480" height="480" fill="url(#sky)"/>
<g fill="#fff">${stars.join("")}</g>
<path d="${moon}" fill="${color(70, 84, 180)}"/>
<g fill="none" stroke="${color(60, 80, 20)}" stroke-width="3">${rings.join("")}</g>
<g fill="none" stroke="#fff" stroke-width=".75" stroke-linecap="round" stroke-linejoin="round">${strokes.join("")}</g>
</svg>`;
}
