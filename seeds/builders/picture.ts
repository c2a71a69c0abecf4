import type { Knex } from "knex";
import { type Instant, insertRow } from "./insert.ts";
import { makePsychic } from "./psychic.ts";

export interface Picture {
  user_id: number;
  state: "pending" | "approved";
  /** 32 hexadecimal digits; the files are made apart. */
  name: string;
  created_at: Instant;
}

export function pictureRow(overrides: Partial<Picture> & Pick<Picture, "user_id">) {
  const name = overrides.user_id.toString(16).padStart(32, "0");
  return { state: "approved", name, created_at: new Date(), ...overrides };
}

export async function makePicture(sql: Knex, overrides: Partial<Picture> = {}): Promise<Picture> {
  const userId = overrides.user_id ?? (await makePsychic(sql)).user_id;
  return insertRow(sql, "pictures", pictureRow({ ...overrides, user_id: userId }));
}
