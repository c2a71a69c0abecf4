import { createHash, randomUUID } from "node:crypto";
import { readFile, utimes } from "node:fs/promises";
import sharp from "sharp";
import { describe, expect, test, vi } from "vitest";
import { removePicture } from "#server/jobs/remove-picture.ts";
import { prune } from "#server/pruners.ts";
import { pictureSizes } from "#shared/pictures.ts";
import { patient } from "../support/patience.ts";
import { type Colour, plain, setUpPictures } from "./fixtures/pictures.ts";

vi.setConfig({ testTimeout: patient(60_000), hookTimeout: patient(60_000) });

const fixture = setUpPictures();
const { upload, approve, reject, shown, download, photo } = fixture;

const removals = async (): Promise<string[]> =>
  (
    await fixture.portal.services.db
      .sql("pgboss.job")
      .where({ name: "remove-picture" })
      .select("data")
  ).map(({ data }) => data.name);

describe("D34a: a picture that is sent in", () => {
  test("by a psychic waits; approved, it is shown, and the platform is told", async () => {
    expect((await upload(photo())).status).toBe(204);
    const { image, pending } = await shown();
    expect(image).toBeNull();
    expect(pending).toMatch(/^[0-9a-f]{32}$/);
    const { body } = await fixture.manager.get("/api/approvals");
    expect(body.approvals).toContainEqual(
      expect.objectContaining({ agent_user_id: fixture.id, to_approve: "Picture" }),
    );

    expect((await approve()).status).toBe(204);
    expect(await shown()).toEqual({ image: pending, pending: null });
    expect(await fixture.deliveries("picture.approved")).toEqual([
      { user_id: fixture.id, image: pending },
    ]);
  });

  test("by a manager counts at once and leaves what waits", async () => {
    await upload(photo());
    const { pending } = await shown();
    expect((await upload(photo(), fixture.manager)).status).toBe(204);
    const now = await shown();
    expect(now.pending).toBe(pending);
    expect(now.image).toMatch(/^[0-9a-f]{32}$/);
    expect(await fixture.deliveries("picture.approved")).toEqual([
      { user_id: fixture.id, image: now.image },
    ]);
  });

  test("by a manager for the manager's own id is kept, and nobody is told", async () => {
    expect((await upload(photo(), fixture.manager, fixture.managerId)).status).toBe(204);
    const { sql } = fixture.portal.services.db;
    expect(await sql("pictures").where({ user_id: fixture.managerId }).pluck("state")).toEqual([
      "approved",
    ]);
    expect(await sql("deliveries").where({ psychic_id: fixture.managerId })).toEqual([]);
  });

  test("rejected is gone, what was shown stays", async () => {
    await upload(photo(), fixture.manager);
    const before = await shown();
    await upload(photo());
    const { pending } = await shown();
    expect((await reject()).status).toBe(204);
    expect(await shown()).toEqual(before);
    expect(await removals()).toContain(pending);
  });

  test("the files of what it replaces are removed by a job, once it is kept", async () => {
    await upload(photo());
    const first = (await shown()).pending;
    await upload(photo());
    expect(await removals()).toContain(first);
    await approve();
    const second = (await shown()).image;
    await upload(photo(), fixture.manager);
    expect(await removals()).toContain(second);

    const { files } = fixture.portal.services;
    expect(await files.find(`pictures/${first}_l.jpg`)).not.toBeNull();
    for (let time = 0; time < 2; time++) {
      await removePicture.handle(fixture.portal.services, { name: first }, "job");
    }
    for (const size of ["s", "m", "l"]) {
      expect(await files.find(`pictures/${first}_${size}.jpg`)).toBeNull();
    }
  });

  test("files that an undone write left are pruned after a day, and no others", async () => {
    const { files } = fixture.portal.services;
    await upload(photo(), fixture.manager);
    const { image } = await shown();
    const lost = "f".repeat(32);
    await files.write(`pictures/${lost}_s.jpg`, photo());
    const exist = async () =>
      [await files.find(`pictures/${lost}_s.jpg`), await files.find(`pictures/${image}_s.jpg`)].map(
        (path) => path !== null,
      );
    // The file system writes the machine's time, which differs from the test's.
    const writtenAt = async (at: Date) => {
      for (const name of [lost, image]) {
        await utimes((await files.find(`pictures/${name}_s.jpg`)) ?? "", at, at);
      }
    };
    await writtenAt(new Date());
    await prune.handle(fixture.portal.services, {}, "job");
    expect(await exist()).toEqual([true, true]);
    await writtenAt(new Date(Date.now() - 1.1 * 86_400_000));
    await prune.handle(fixture.portal.services, {}, "job");
    expect(await exist()).toEqual([false, true]);
  });

  test.each(["jpeg", "png", "webp"] as const)(
    "a %s becomes square JPEGs of three sizes",
    async (format) => {
      await upload(await plain(format, { r: 10, g: 120, b: 240 }), fixture.manager);
      const { image } = await shown();
      for (const [size, pixels] of Object.entries(pictureSizes)) {
        const { status, headers, body } = await download(`${image}_${size}.jpg`);
        expect([status, headers["content-type"]]).toEqual([200, "image/jpeg"]);
        const made = sharp(body);
        const { format: kind, width, height } = await made.metadata();
        expect([kind, width, height]).toEqual(["jpeg", pixels, pixels]);
        const { channels } = await made.stats();
        expect(channels.map(({ mean }) => Math.round(mean / 20))).toEqual([1, 6, 12]);
      }
    },
  );

  test("is turned upright and loses its metadata", async () => {
    // The picture is red on the left and blue on the right. Orientation 6 turns the left to the top.
    const half = (background: Colour) =>
      sharp({ create: { width: 300, height: 600, channels: 3, background } })
        .png()
        .toBuffer();
    const taken = await sharp(await plain("png", { r: 0, g: 0, b: 0 }))
      .resize(600, 600, { fit: "fill" })
      .composite([
        { input: await half({ r: 250, g: 0, b: 0 }), left: 0, top: 0 },
        { input: await half({ r: 0, g: 0, b: 250 }), left: 300, top: 0 },
      ])
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: "a name" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(taken).metadata()).orientation).toBe(6);
    await upload(taken, fixture.manager);
    const { body } = await download(`${(await shown()).image}_m.jpg`);
    const { orientation, exif, icc, xmp } = await sharp(body).metadata();
    expect([orientation, exif, icc, xmp]).toEqual([undefined, undefined, undefined, undefined]);
    const pixels = await sharp(body).raw().toBuffer();
    const at = (row: number) => [...pixels.subarray(row * 160 * 3, row * 160 * 3 + 3)];
    const [[red = 0] = [], [, , blue = 0] = []] = [at(10), at(150)];
    expect([red > 200, blue > 200]).toEqual([true, true]);
  });

  test("stands in the trail with old and new", async () => {
    await upload(photo());
    await approve();
    const { image } = await shown();
    const trail = await fixture.portal.services.db
      .sql("audit_trail")
      .where({ subject_id: fixture.id })
      .whereLike("action", "picture%")
      .orderBy("id")
      .select("action", "detail");
    expect(trail).toEqual([
      { action: "picture sent in", detail: { from: null, to: image } },
      { action: "picture approved", detail: { from: null, to: image } },
    ]);
  });

  test("a repeat under its key is not cut again: it takes no point of a limit (J4)", async () => {
    const { sql } = fixture.portal.services.db;
    const key = randomUUID();
    // This is no picture, so cutting it would fail.
    const file = Buffer.from("no picture");
    const digest = createHash("sha256").update(file).digest("hex");
    await sql("idempotency_keys").insert({
      user_id: fixture.id,
      key,
      request_hmac: fixture.portal.services.vault.index(
        "request",
        JSON.stringify(["POST", `/psychics/${fixture.id}/image`, digest]),
      ),
      status: 204,
      headers: "{}",
      body: null,
    });
    expect((await upload(file).set("Idempotency-Key", key)).status).toBe(204);
    expect((await upload(file)).status).toBe(422);
  });

  test("an idempotency key has one effect, whatever stands between the parts", async () => {
    const key = randomUUID();
    const send = (image: Buffer) => upload(image).set("Idempotency-Key", key);
    const statuses = (await Promise.all([send(photo()), send(photo())])).map(
      ({ status }) => status,
    );
    expect(statuses).toEqual([204, 204]);
    const { pending } = await shown();
    expect((await send(photo())).status).toBe(204);
    expect((await shown()).pending).toBe(pending);
    const other = await send(await plain("png", { r: 1, g: 2, b: 3 }));
    expect([other.status, other.body.title]).toEqual([422, "Idempotency key reused"]);
  });
});

describe("R59: GET /images/{name}", () => {
  test("a picture may be kept for ever, the default one for minutes; no session is needed", async () => {
    await upload(photo(), fixture.manager);
    const { image } = await shown();
    const real = await download(`${image}_s.jpg`);
    expect(real.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(real.headers["x-content-type-options"]).toBe("nosniff");
    expect(real.headers["set-cookie"]).toBeUndefined();
    const none = await download("default_m.jpg");
    expect(none.status).toBe(200);
    expect(none.headers["content-type"]).toBe("image/svg+xml");
    expect(none.headers["cache-control"]).toBe("public, max-age=300");
    expect(none.headers["x-content-type-options"]).toBe("nosniff");
    const drawn = await sharp(none.body).metadata();
    expect(drawn.format).toBe("svg");
  });

  test("no name leads out of the folder", async () => {
    await fixture.portal.services.files.write("secret.jpg", Buffer.from("a secret"));
    await fixture.portal.services.files.write("pictures/secret.jpg", Buffer.from("a secret"));
    const fallback = (await download("default_m.jpg")).body as Buffer;
    for (const name of [
      "secret.jpg",
      "..%2fsecret.jpg",
      "%2e%2e%2fsecret.jpg",
      "..%5csecret.jpg",
      "%2fetc%2fpasswd",
      `${"0".repeat(32)}_l.jpg%00`,
      `${"0".repeat(32)}_x.jpg`,
      `${"0".repeat(32)}_l.jpg%2f..%2f..%2fsecret.jpg`,
      "x".repeat(5_000),
    ]) {
      const { status, body } = await download(name);
      if (status === 200) expect(Buffer.compare(body, fallback), name).toBe(0);
      else expect(status, name).toBeGreaterThanOrEqual(400);
    }
  });

  test("what was thrown away is the default one", async () => {
    const { files } = fixture.portal.services;
    const name = "0123456789abcdef0123456789abcdef";
    await files.write(`pictures/${name}_m.jpg`, photo());
    const path = await files.find(`pictures/${name}_m.jpg`);
    expect(Buffer.compare((await download(`${name}_m.jpg`)).body, await readFile(path ?? ""))).toBe(
      0,
    );
    await files.remove(`pictures/${name}_m.jpg`);
    expect((await download(`${name}_m.jpg`)).headers["content-type"]).toBe("image/svg+xml");
  });
});
