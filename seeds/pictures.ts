import type { Knex } from "knex";
import sharp from "sharp";
import type { FileStore } from "#server/adapters/file-store.ts";
import { storePicture } from "#server/adapters/picture-files.ts";
import { cutSquare } from "#server/http/picture.ts";
import { insertRows } from "./builders/insert.ts";
import { pictureRow } from "./builders/picture.ts";
import type { DemoPsychic } from "./people/people.ts";
import { drawPortrait } from "./portrait.ts";
import type { Random } from "./random.ts";

const hourMs = 3_600_000;
/** The share of psychics who have a picture. */
const pictureShare = 0.85;
const pendingCount = 5;
/** As many as Node's pool has threads. */
const atOnce = 4;

interface Drawn {
  row: ReturnType<typeof pictureRow>;
  svg: string;
}

/** Pictures of most psychics, some of which await approval. */
export async function makePictures(
  sql: Knex,
  files: FileStore,
  random: Random,
  psychics: readonly DemoPsychic[],
  now: Date,
): Promise<void> {
  const drawn: Drawn[] = [];
  const draw = (psychic: DemoPsychic, state: "approved" | "pending", hours: number) => {
    const name = Array.from({ length: 32 }, () => random.int(0, 15).toString(16)).join("");
    const created_at = new Date(now.getTime() - hours * hourMs);
    const svg = drawPortrait(psychic.details.gender, random);
    drawn.push({ row: pictureRow({ user_id: psychic.id, state, name, created_at }), svg });
  };

  const working = psychics.filter(({ status }) => status !== "Pending" && status !== "Screened");
  for (const psychic of working) {
    const hasOne = random.chance(pictureShare) || psychic.username === "luna";
    if (hasOne) draw(psychic, "approved", random.int(1, Math.max(1, psychic.joined) * 23));
  }
  // Only Active psychics: most of the others are shut out and could not send a picture.
  const active = working.filter(({ status }) => status === "Active");
  for (const psychic of random.shuffle(active).slice(0, pendingCount)) {
    draw(psychic, "pending", random.int(1, Math.min(psychic.joined * 23, 120)));
  }

  const rest = [...drawn];
  const storeOneByOne = async () => {
    for (let picture = rest.pop(); picture; picture = rest.pop()) await store(files, picture);
  };
  await Promise.all(Array.from({ length: atOnce }, storeOneByOne));
  await insertRows(
    sql,
    "pictures",
    drawn.map(({ row }) => row),
  );
}

async function store(files: FileStore, { row, svg }: Drawn): Promise<void> {
  const pixels = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  await storePicture(files, await cutSquare(pixels), row.name);
}
