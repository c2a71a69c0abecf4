import { createHash, randomUUID } from "node:crypto";
import { utimes } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { removePicture } from "#server/jobs/remove-picture.ts";
import { prune } from "#server/pruners.ts";
import { pictureSizes } from "#shared/pictures.ts";
import { type Color, plainPicture, setUpPictures } from "./fixtures/pictures.ts";

const fixture = setUpPictures();
const { upload, approve, reject, pictures, download, photo } = fixture;

const removals = async (): Promise<string[]> =>
  (
    await fixture.portal.services.db
      .sql("pgboss.job")
      .where({ name: "remove-picture" })
      .select("data")
  ).map(({ data }) => data.name);

describe("D34a: a picture that is sent in", () => {
  test("by a psychic is pending; after the approval it is shown, and the platform gets it", async () => {
    expect((await upload(photo())).status).toBe(204);
    const { image, pending } = await pictures();
    expect(image).toBeNull();
    expect(pending).toMatch(/^[0-9a-f]{32}$/);
    const { body } = await fixture.manager.get("/api/approvals");
    expect(body.approvals).toContainEqual(
      expect.objectContaining({ agent_user_id: fixture.id, to_approve: "Picture" }),
    );

    expect((await approve()).status).toBe(204);
    expect(await pictures()).toEqual({ image: pending, pending: null });
    expect(await fixture.deliveries("picture.approved")).toEqual([
      { user_id: fixture.id, image: pending },
    ]);
  });

  test("by a manager is shown at once, and the pending one stays", async () => {
    await upload(photo());
    const { pending } = await pictures();
    expect((await upload(photo(), fixture.manager)).status).toBe(204);
    const now = await pictures();
    expect(now.pending).toBe(pending);
    expect(now.image).toMatch(/^[0-9a-f]{32}$/);
    expect(await fixture.deliveries("picture.approved")).toEqual([
      { user_id: fixture.id, image: now.image },
    ]);
  });

  test("by a manager under the manager's own id is stored, and the platform does not get it", async () => {
    expect((await upload(photo(), fixture.manager, fixture.managerId)).status).toBe(204);
    const { sql } = fixture.portal.services.db;
    expect(await sql("pictures").where({ user_id: fixture.managerId }).pluck("state")).toEqual([
      "approved",
    ]);
    expect(await sql("deliveries").where({ psychic_id: fixture.managerId })).toEqual([]);
  });

  test("is removed when it is rejected, and the shown one stays", async () => {
    await upload(photo(), fixture.manager);
    const before = await pictures();
    await upload(photo());
    const { pending } = await pictures();
    expect((await reject()).status).toBe(204);
    expect(await pictures()).toEqual(before);
    expect(await removals()).toContain(pending);
  });

  test("replaces another one, whose files a job removes", async () => {
    await upload(photo());
    const first = (await pictures()).pending;
    await upload(photo());
    expect(await removals()).toContain(first);
    await approve();
    const second = (await pictures()).image;
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

  test("whose upload was rolled back leaves files, which are pruned after a day", async () => {
    const { files } = fixture.portal.services;
    await upload(photo(), fixture.manager);
    const { image } = await pictures();
    const orphan = "f".repeat(32);
    await files.write(`pictures/${orphan}_s.jpg`, photo());
    const haveFiles = async () =>
      [
        await files.find(`pictures/${orphan}_s.jpg`),
        await files.find(`pictures/${image}_s.jpg`),
      ].map((path) => path !== null);
    // The file system writes the machine's time, which differs from the portal's.
    const setModified = async (at: Date) => {
      for (const name of [orphan, image]) {
        await utimes(join(fixture.portal.webFolder, `pictures/${name}_s.jpg`), at, at);
      }
    };
    await setModified(new Date());
    await prune.handle(fixture.portal.services, {}, "job");
    expect(await haveFiles()).toEqual([true, true]);
    await setModified(new Date(Date.now() - 1.1 * 86_400_000));
    await prune.handle(fixture.portal.services, {}, "job");
    expect(await haveFiles()).toEqual([false, true]);
  });

  test.each(["jpeg", "png", "webp"] as const)(
    "as %s becomes square JPEGs of three sizes",
    async (format) => {
      await upload(await plainPicture(format, { r: 10, g: 120, b: 240 }), fixture.manager);
      const { image } = await pictures();
      for (const [size, pixels] of Object.entries(pictureSizes)) {
        const { status, headers, body } = await download(`${image}_${size}.jpg`);
        expect([status, headers["content-type"]]).toEqual([200, "image/jpeg"]);
        const resized = sharp(body);
        const { format: kind, width, height } = await resized.metadata();
        expect([kind, width, height]).toEqual(["jpeg", pixels, pixels]);
        const { channels } = await resized.stats();
        expect(channels.map(({ mean }) => Math.round(mean / 20))).toEqual([1, 6, 12]);
      }
    },
  );

  test("is turned upright and loses its metadata", async () => {
    // The picture is red on the left and blue on the right. Orientation 6 turns the left to the top.
    const half = (background: Color) =>
      sharp({ create: { width: 300, height: 600, channels: 3, background } })
        .png()
        .toBuffer();
    const rotated = await sharp(await plainPicture("png", { r: 0, g: 0, b: 0 }))
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
    expect((await sharp(rotated).metadata()).orientation).toBe(6);
    await upload(rotated, fixture.manager);
    const { body } = await download(`${(await pictures()).image}_m.jpg`);
    const { orientation, exif, icc, xmp } = await sharp(body).metadata();
    expect([orientation, exif, icc, xmp]).toEqual([undefined, undefined, undefined, undefined]);
    const pixels = await sharp(body).raw().toBuffer();
    const pixelAt = (row: number) => [...pixels.subarray(row * 160 * 3, row * 160 * 3 + 3)];
    const [[red = 0] = [], [, , blue = 0] = []] = [pixelAt(10), pixelAt(150)];
    expect([red > 200, blue > 200]).toEqual([true, true]);
  });

  test("is in the audit trail with the picture before it", async () => {
    await upload(photo());
    await approve();
    const { image } = await pictures();
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

  test("is not processed again when it is repeated under its idempotency key (J4)", async () => {
    const { sql } = fixture.portal.services.db;
    const key = randomUUID();
    // This is not a picture, so processing it would fail.
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

  test("has one effect under one idempotency key, though every request has another boundary", async () => {
    const key = randomUUID();
    const send = (image: Buffer) => upload(image).set("Idempotency-Key", key);
    const statuses = (await Promise.all([send(photo()), send(photo())])).map(
      ({ status }) => status,
    );
    expect(statuses).toEqual([204, 204]);
    const { pending } = await pictures();
    expect((await send(photo())).status).toBe(204);
    expect((await pictures()).pending).toBe(pending);
    const other = await send(await plainPicture("png", { r: 1, g: 2, b: 3 }));
    expect([other.status, other.body.title]).toEqual([422, "Idempotency key reused"]);
  });
});

describe("R59: GET /images/{name}", () => {
  test("a picture may be cached forever, the default one for minutes, both without a session", async () => {
    await upload(photo(), fixture.manager);
    const { image } = await pictures();
    const picture = await download(`${image}_s.jpg`);
    expect(picture.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(picture.headers["x-content-type-options"]).toBe("nosniff");
    expect(picture.headers["set-cookie"]).toBeUndefined();
    const fallback = await download("default_m.jpg");
    expect(fallback.status).toBe(200);
    expect(fallback.headers["content-type"]).toBe("image/svg+xml");
    expect(fallback.headers["cache-control"]).toBe("public, max-age=300");
    expect(fallback.headers["x-content-type-options"]).toBe("nosniff");
    const drawn = await sharp(fallback.body).metadata();
    expect(drawn.format).toBe("svg");
  });

  test("no name reaches a file outside the folder", async () => {
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
      else expect([400, 404, 422], name).toContain(status);
    }
  });

  test("the default picture replaces one that was removed", async () => {
    const { files } = fixture.portal.services;
    const name = "0123456789abcdef0123456789abcdef";
    await files.write(`pictures/${name}_m.jpg`, photo());
    expect(Buffer.compare((await download(`${name}_m.jpg`)).body, photo())).toBe(0);
    await files.remove(`pictures/${name}_m.jpg`);
    expect((await download(`${name}_m.jpg`)).headers["content-type"]).toBe("image/svg+xml");
  });
});
