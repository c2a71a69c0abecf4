/**
 * The values of two to four gridlines. The step is 1, 2 or 5 times a power of ten: the smallest
 * with which four steps reach `most`. It is at least 1, because a quarter of a call does not exist.
 */
export function gridlines(most: number): number[] {
  const power = 10 ** Math.max(Math.floor(Math.log10(Math.max(most, 1) / 4)), 0);
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => size * 4 >= most) ?? most;
  const count = Math.max(Math.ceil(most / step), 2);
  return Array.from({ length: count }, (_, place) => step * (place + 1));
}

/** The change in whole percent; null without anything to compare with. */
export function percentChange(now: number, before: number | undefined): number | null {
  return before ? Math.round(((now - before) / before) * 100) : null;
}

/** A change in words and with an arrow, so that no color is needed: `▲ 12% more`. */
export function changeWords(percent: number): string {
  if (percent === 0) return "= as much";
  return percent > 0 ? `▲ ${percent}% more` : `▼ ${-percent}% less`;
}
