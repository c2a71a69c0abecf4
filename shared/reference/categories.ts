/** The categories under which customers find a listing; the platform assigned the ids. */
export const categories: readonly { id: number; name: string }[] = [
  { id: 26, name: "Love & Relationships" },
  { id: 27, name: "Money & Finance" },
  { id: 28, name: "Careers & Goals" },
  { id: 25, name: "Tarot Readers" },
  { id: 31, name: "Spiritual Guides" },
  { id: 13, name: "Numerology" },
  { id: 30, name: "Astrology Readings" },
  { id: 29, name: "Past Lives" },
  { id: 32, name: "Dream Analysis" },
  { id: 128, name: "Mediums" },
  { id: 82, name: "En Español" },
];

const spanish = 82;
/** The former Spanish sub-categories, first to last. All of them are En Español now. */
const [firstSpanish, lastSpanish] = [94, 104];

const known: ReadonlySet<number> = new Set(categories.map(({ id }) => id));
export const isCategory = (id: number) => known.has(id);

/** Replaces 94 to 104 with 82 and drops duplicates; the first occurrence keeps its place (D28). */
export function foldCategories(ids: readonly number[]): number[] {
  return [...new Set(ids.map((id) => (id >= firstSpanish && id <= lastSpanish ? spanish : id)))];
}
