import { join } from "node:path";
import { expect, test } from "vitest";
import { createFolderStore } from "#server/adapters/folder-store.ts";
import { type ImportOptions, importFile } from "#server/features/import/import-file.ts";
import { psychics } from "#server/features/import/kinds/psychics.ts";
import { setUpMoving } from "./fixtures/moving.ts";
import { csv, person } from "./fixtures/moving-rows.ts";

const portal = setUpMoving();

/** Imports psychics with digests. @returns the counts, and the hashes that the transaction gets. */
async function take(options: ImportOptions = {}) {
  const digest = "md5$$8f610c1ffee1cac87ef875fdb58edd9f";
  const people = [1, 2].map((number) => person(number, { password_hash: digest }));
  const file = await portal.write("digests.csv", csv(people));
  const hashes: (string | null | undefined)[] = [];
  const watched: typeof psychics = {
    ...psychics,
    store(work, rows) {
      hashes.push(...rows.map(({ password_hash }) => password_hash));
      return psychics.store(work, rows);
    },
  };
  const { db, vault } = portal;
  const files = createFolderStore(join(portal.folder, "files"));
  const { applied, known } = await importFile({ db, vault, files }, watched, file, options);
  return { applied, known, hashes };
}

test("digests of psychics are hashed before the transaction, and only if they are stored", async () => {
  const reasons: string[] = [];
  const onRefused = ({ reason }: { reason: string }) => reasons.push(reason);
  expect(await take({ onRefused })).toEqual({ applied: 2, known: 0, hashes: [null, null] });
  expect(reasons).toEqual([]);

  const { applied, hashes } = await take();
  expect(applied).toBe(2);
  for (const hash of hashes) expect(hash).toMatch(/^md5\$\$\$argon2id\$/);
  const read = () =>
    portal.rows("select password_hash from users where role = 'psychic' order by id");
  const stored = hashes.map((password_hash) => ({ password_hash }));
  expect(await read()).toEqual(stored);

  expect(await take()).toEqual({ applied: 0, known: 2, hashes: [null, null] });
  expect(await read()).toEqual(stored);
});
