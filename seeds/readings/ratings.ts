import { spokenName } from "../people/member.ts";
import type { DemoPsychic } from "../people/people.ts";
import type { Random } from "../random.ts";
import { longRating, type RatingTexts, ratingTexts } from "../texts/ratings.ts";

const base: readonly (readonly [rating: number, weight: number])[] = [
  [5, 64],
  [4, 20],
  [3, 9],
  [2, 4],
  [1, 3],
];

/** 1 to 5, mostly 5. Better psychics get better ratings. */
export function rate({ quality }: Pick<DemoPsychic, "quality">, random: Random): number {
  const given = random.weighted(base);
  if (quality > 0 && given < 5 && random.chance(quality)) return given + 1;
  if (quality < 0 && given > 1 && random.chance(-quality)) return given - 1;
  return given;
}

/** Texts that fit a man: those that say "she" are left out. */
const ofMen = new Map(
  Object.entries(ratingTexts).map(([rating, texts]) => {
    const fitting = (lines: readonly string[]) =>
      lines.filter((line) => !/\b(she|her)\b/i.test(line));
    return [
      Number(rating),
      {
        openings: fitting(texts.openings),
        details: fitting(texts.details),
        closings: fitting(texts.closings),
      },
    ];
  }),
);

/** Often null, which means only stars; otherwise one to three short sentences. */
export function ratingText(
  psychic: { username: string; details: Pick<DemoPsychic["details"], "gender"> },
  rating: number,
  random: Random,
): string | null {
  if (random.chance(0.42)) return null;
  const isMan = psychic.details.gender === "M";
  const texts: RatingTexts | undefined = isMan ? ofMen.get(rating) : ratingTexts[rating];
  if (!texts) return null;
  const parts = [
    ...(random.chance(0.75) ? [random.pick(texts.openings)] : []),
    ...(random.chance(0.6) ? [random.pick(texts.details)] : []),
    ...(random.chance(0.3) ? [random.pick(texts.closings)] : []),
  ];
  if (parts.length === 0) return null;
  return parts.join(" ").replaceAll("{name}", spokenName(psychic));
}

export const longText = (psychic: Pick<DemoPsychic, "username">) =>
  longRating.replaceAll("{name}", spokenName(psychic));
