/** A seeded random generator, so that each run creates the same demo. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Picks by weight; the sum of the weights does not matter. */
  weighted<T>(items: readonly (readonly [item: T, weight: number])[]): T;
  /** A shuffled copy. */
  shuffle<T>(items: readonly T[]): T[];
  /** Mean 0, standard deviation 1. */
  normal(): number;
}

/**
 * Each part of the demo has its own generator, by name, so that a change in one part does not change
 * the others.
 */
export function createRandom(name: string): Random {
  let state = 2_166_136_261;
  for (const letter of name) state = Math.imul(state ^ letter.charCodeAt(0), 16_777_619);

  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const pick = <T>(items: readonly T[]): T => {
    if (items.length === 0) throw new Error("nothing to pick from");
    return items[Math.floor(next() * items.length)] as T;
  };

  return {
    next,
    pick,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    weighted(items) {
      let rest = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of items) {
        rest -= weight;
        if (rest < 0) return item;
      }
      return pick(items)[0];
    },
    shuffle(items) {
      const copy = [...items];
      for (let last = copy.length - 1; last > 0; last--) {
        const other = Math.floor(next() * (last + 1));
        const moved = copy[last] as (typeof copy)[number];
        copy[last] = copy[other] as (typeof copy)[number];
        copy[other] = moved;
      }
      return copy;
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}
