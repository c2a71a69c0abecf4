import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile, utimes } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { removePicture } from "#server/jobs/remove-picture.ts";
import { prune } from "#server/pruners.ts";
import { pictureMessages, pictureSizes } from "#shared/pictures.ts";
import { patient } from "../support/patience.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { type Browser, openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

vi.setConfig({ testTimeout: patient(60_000), hookTimeout: patient(60_000) });

let portal: TestApp;
let manager: SignedIn;
let managerId: number;
let id: number;
let psychic: SignedIn;
let photo: Buffer;

beforeAll(async () => {
  portal = await openTestApp();
  const account = await makeManager(portal.services.db.sql);
  managerId = account.id;
  manager = await portal.signIn(account.username, password);
  photo = await plain("jpeg", { r: 200, g: 30, b: 30 });
});
afterAll(() => portal.close());
beforeEach(async () => {
  const account = await makePsychic(portal.services.db.sql, { manager_id: managerId });
  id = account.id;
  psychic = await portal.signIn(account.username, password);
});

type Colour = { r: number; g: number; b: number };

/** A picture of one colour. */
const plain = (format: "jpeg" | "png" | "webp" | "gif" | "tiff", background: Colour) =>
  sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .toFormat(format)
    .toBuffer();

const path = (action = "", of = id) => `/api/psychics/${of}/image${action && `/${action}`}`;
const upload = (image: Buffer, browser: Browser = psychic, of = id) =>
  browser.post(path("", of), { image });
const approve = () => manager.post(path("approve"));
const reject = () => manager.post(path("reject"));
const shown = async () => {
  const { body } = await psychic.get(`/api/psychics/${id}`);
  return { image: body.image, pending: body.pending_image };
};
const download = (name: string) =>
  portal.visit().agent.get(`/api/images/${name}`).responseType("blob");
const told = () =>
  portal.services.db
    .sql("deliveries")
    .where({ psychic_id: id, type: "picture.approved" })
    .orderBy("id")
    .pluck("data");
const removals = async (): Promise<string[]> =>
  (await portal.services.db.sql("pgboss.job").where({ name: "remove-picture" }).select("data")).map(
    ({ data }) => data.name,
  );

describe("D34a: a picture that is sent in", () => {
  test("by a psychic waits; approved, it is shown, and the platform is told", async () => {
    expect((await upload(photo)).status).toBe(204);
    const { image, pending } = await shown();
    expect(image).toBeNull();
    expect(pending).toMatch(/^[0-9a-f]{32}$/);
    const { body } = await manager.get("/api/approvals");
    expect(body.approvals).toContainEqual(
      expect.objectContaining({ agent_user_id: id, to_approve: "Picture" }),
    );

    expect((await approve()).status).toBe(204);
    expect(await shown()).toEqual({ image: pending, pending: null });
    expect(await told()).toEqual([{ user_id: id, image: pending }]);
  });

  test("by a manager counts at once and leaves what waits", async () => {
    await upload(photo);
    const { pending } = await shown();
    expect((await upload(photo, manager)).status).toBe(204);
    const now = await shown();
    expect(now.pending).toBe(pending);
    expect(now.image).toMatch(/^[0-9a-f]{32}$/);
    expect(await told()).toEqual([{ user_id: id, image: now.image }]);
  });

  test("by a manager for the manager's own id is kept, and nobody is told", async () => {
    expect((await upload(photo, manager, managerId)).status).toBe(204);
    const { sql } = portal.services.db;
    expect(await sql("pictures").where({ user_id: managerId }).pluck("state")).toEqual([
      "approved",
    ]);
    expect(await sql("deliveries").where({ psychic_id: managerId })).toEqual([]);
  });

  test("rejected is gone, what was shown stays", async () => {
    await upload(photo, manager);
    const before = await shown();
    await upload(photo);
    const { pending } = await shown();
    expect((await reject()).status).toBe(204);
    expect(await shown()).toEqual(before);
    expect(await removals()).toContain(pending);
  });

  test("the files of what it replaces are removed by a job, once it is kept", async () => {
    await upload(photo);
    const first = (await shown()).pending;
    await upload(photo);
    expect(await removals()).toContain(first);
    await approve();
    const second = (await shown()).image;
    await upload(photo, manager);
    expect(await removals()).toContain(second);

    const { files } = portal.services;
    expect(await files.find(`pictures/${first}_l.jpg`)).not.toBeNull();
    for (let time = 0; time < 2; time++) {
      await removePicture.handle(portal.services, { name: first }, "job");
    }
    for (const size of ["s", "m", "l"]) {
      expect(await files.find(`pictures/${first}_${size}.jpg`)).toBeNull();
    }
  });

  test("files that an undone write left are pruned after a day, and no others", async () => {
    const { files } = portal.services;
    await upload(photo, manager);
    const { image } = await shown();
    const lost = "f".repeat(32);
    await files.write(`pictures/${lost}_s.jpg`, photo);
    const exist = async () =>
      [await files.find(`pictures/${lost}_s.jpg`), await files.find(`pictures/${image}_s.jpg`)].map(
        (path) => path !== null,
      );
    // The file system writes the machine's time, which the test does not know.
    const writtenAt = async (at: Date) => {
      for (const name of [lost, image]) {
        await utimes((await files.find(`pictures/${name}_s.jpg`)) ?? "", at, at);
      }
    };
    await writtenAt(new Date());
    await prune.handle(portal.services, {}, "job");
    expect(await exist()).toEqual([true, true]);
    await writtenAt(new Date(Date.now() - 1.1 * 86_400_000));
    await prune.handle(portal.services, {}, "job");
    expect(await exist()).toEqual([false, true]);
  });

  test.each(["jpeg", "png", "webp"] as const)(
    "a %s becomes square JPEGs of three sizes",
    async (format) => {
      await upload(await plain(format, { r: 10, g: 120, b: 240 }), manager);
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
    // Red on the left, blue on the right; orientation 6 says that the left is the top.
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
    await upload(taken, manager);
    const { body } = await download(`${(await shown()).image}_m.jpg`);
    const { orientation, exif, icc, xmp } = await sharp(body).metadata();
    expect([orientation, exif, icc, xmp]).toEqual([undefined, undefined, undefined, undefined]);
    const pixels = await sharp(body).raw().toBuffer();
    const at = (row: number) => [...pixels.subarray(row * 160 * 3, row * 160 * 3 + 3)];
    const [[red = 0] = [], [, , blue = 0] = []] = [at(10), at(150)];
    expect([red > 200, blue > 200]).toEqual([true, true]);
  });

  test("stands in the trail with old and new", async () => {
    await upload(photo);
    await approve();
    const { image } = await shown();
    const trail = await portal.services.db
      .sql("audit_trail")
      .where({ subject_id: id })
      .whereLike("action", "picture%")
      .orderBy("id")
      .select("action", "detail");
    expect(trail).toEqual([
      { action: "picture sent in", detail: { from: null, to: image } },
      { action: "picture approved", detail: { from: null, to: image } },
    ]);
  });

  test("a repeat under its key is not cut again: it takes no point of a limit (J4)", async () => {
    const { sql } = portal.services.db;
    const key = randomUUID();
    // No picture at all: cutting it would be refused.
    const file = Buffer.from("no picture");
    const digest = createHash("sha256").update(file).digest("hex");
    await sql("idempotency_keys").insert({
      user_id: id,
      key,
      request_hmac: portal.services.vault.index(
        "request",
        JSON.stringify(["POST", `/psychics/${id}/image`, digest]),
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
    const statuses = (await Promise.all([send(photo), send(photo)])).map(({ status }) => status);
    expect(statuses).toEqual([204, 204]);
    const { pending } = await shown();
    expect((await send(photo)).status).toBe(204);
    expect((await shown()).pending).toBe(pending);
    const other = await send(await plain("png", { r: 1, g: 2, b: 3 }));
    expect([other.status, other.body.title]).toEqual([422, "Idempotency key reused"]);
  });
});

describe("D34a: refusals of a picture", () => {
  const refusal = (answer: { status: number; body: { errors?: object[] } }) => [
    answer.status,
    answer.body.errors,
  ];
  const unreadable = [
    422,
    [expect.objectContaining({ path: "image", message: pictureMessages.unreadable })],
  ];

  test.each([
    ["a GIF", () => plain("gif", { r: 1, g: 1, b: 1 })],
    ["a TIFF", () => plain("tiff", { r: 1, g: 1, b: 1 })],
    ["an SVG", async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["a page", async () => Buffer.from("<script>alert(1)</script>")],
    ["a picture cut off", async () => photo.subarray(0, photo.length / 3)],
    ["only the first bytes of one", async () => Buffer.from("89504e470d0a1a0a", "hex")],
    ["nothing", async () => Buffer.alloc(0)],
    [
      "a page that begins like a picture",
      async () => Buffer.concat([Buffer.from("ffd8ff", "hex"), Buffer.from("<script>")]),
    ],
  ])("%s is 422, whatever it is called", async (_, make) => {
    const image = await make();
    const answer = await psychic.agent
      .post(path())
      .set({ Origin: "http://portal.test", "X-Forwarded-For": psychic.address })
      .attach("image", image, { filename: "photo.jpg", contentType: "image/jpeg" });
    expect(refusal(answer)).toEqual(unreadable);
    expect(await shown()).toEqual({ image: null, pending: null });
  });

  test("more pixels than a camera has is 422 at once: a bomb is never unpacked", async () => {
    const bomb = await sharp({
      create: { width: 9_000, height: 9_000, channels: 3, background: "#fff" },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(2_000_000);
    const answer = await upload(bomb);
    expect(refusal(answer)).toEqual([
      422,
      [expect.objectContaining({ path: "image", message: pictureMessages.tooManyPixels })],
    ]);
  });

  test("no picture, a text, another part, two of them", async () => {
    const form = () =>
      psychic.agent
        .post(path())
        .set({ Origin: "http://portal.test", "X-Forwarded-For": psychic.address });
    const missing = await form().attach("photo", photo, "photo.jpg");
    expect(missing.status).toBe(422);
    expect(missing.body.errors).toEqual([
      expect.objectContaining({ path: "image", message: pictureMessages.missing }),
      expect.objectContaining({ path: "photo", message: "Unknown field" }),
    ]);
    expect(refusal(await form().field("image", "a text"))).toEqual(unreadable);
    const two = await form().attach("image", photo, "a.jpg").attach("image", photo, "b.jpg");
    expect(two.status).toBe(400);
  });

  test("a body that is no multipart is 400, another type 415, too many bytes 413", async () => {
    const type = "multipart/form-data; boundary=x";
    const raw = (contentType: string, bytes: Buffer) =>
      psychic.agent
        .post(path())
        .set({ Origin: "http://portal.test", "X-Forwarded-For": psychic.address })
        .set("Content-Type", contentType)
        .send(bytes);
    expect((await raw(type, Buffer.from("not parts"))).status).toBe(400);
    expect((await raw("multipart/form-data", Buffer.from("--x--"))).status).toBe(400);
    expect((await raw("image/jpeg", photo)).status).toBe(415);
    const json = await psychic.post(path(), { image: "x" });
    expect([json.status, json.body.detail]).toEqual([
      415,
      "The request must be multipart/form-data",
    ]);
    const large = Buffer.alloc(8 * 1024 * 1024 + 1);
    photo.copy(large);
    expect((await upload(large)).status).toBe(413);
    expect((await upload(Buffer.alloc(9_000_000))).status).toBe(413);
  });

  test("safety 25: damaged pictures and parts bring no 5xx", async () => {
    const head = '--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n';
    const whole = Buffer.concat([Buffer.from(head), photo, Buffer.from("\r\n--x--\r\n")]);
    const damage = fc.tuple(fc.nat(whole.length - 1), fc.nat(40), fc.uint8Array({ maxLength: 20 }));
    const damaged = fc
      .array(damage, { minLength: 1, maxLength: 4 })
      .map((places) =>
        places.reduce(
          (bytes, [start, length, put]) =>
            Buffer.concat([bytes.subarray(0, start), put, bytes.subarray(start + length)]),
          whole,
        ),
      );
    const bodies = fc.oneof({ weight: 3, arbitrary: damaged }, fc.uint8Array({ maxLength: 300 }));
    await fc.assert(
      fc.asyncProperty(bodies, async (bytes) => {
        const { status } = await manager.agent
          .post(path())
          .set({ Origin: "http://portal.test", "X-Forwarded-For": manager.address })
          .set("Content-Type", "multipart/form-data; boundary=x")
          .send(Buffer.from(bytes));
        expect([204, 400, 422]).toContain(status);
      }),
      { numRuns: 60 },
    );
  });

  test("safety 5: another site's form is 403", async () => {
    const foreign = await psychic.agent
      .post(path())
      .set("Origin", "https://evil.example")
      .attach("image", photo, "photo.jpg");
    expect(foreign.status).toBe(403);
    const bare = await psychic.agent.post(path()).attach("image", photo, "photo.jpg");
    expect(bare.status).toBe(403);
  });

  test("approving and rejecting are 409 unless one waits, 404 for nobody", async () => {
    expect((await approve()).status).toBe(409);
    expect((await reject()).status).toBe(409);
    await upload(photo);
    const statuses = await Promise.all([approve(), reject(), approve()]);
    expect(statuses.map(({ status }) => status).sort()).toEqual([204, 409, 409]);
    for (const action of ["approve", "reject"]) {
      expect((await manager.post(path(action, 99_999_999_999))).status).toBe(404);
      expect((await manager.post(path(action, managerId))).status).toBe(404);
    }
    expect((await upload(photo, manager, 99_999_999_999)).status).toBe(404);
  });

  test("a decision about a picture that was replaced meanwhile is 409 with the one that waits", async () => {
    await upload(photo);
    const { pending: seen } = await shown();
    await upload(photo);
    const { pending: now } = await shown();
    for (const action of ["approve", "reject"]) {
      const late = await manager.post(path(action), { image: seen });
      expect([late.status, late.body.detail, late.body.current]).toEqual([
        409,
        "Another picture waits by now",
        { pending_image: now },
      ]);
      expect(await shown()).toEqual({ image: null, pending: now });
      for (const image of [7, [seen], { name: seen }]) {
        const strange = await manager.post(path(action), { image });
        expect([strange.status, strange.body.errors?.[0]?.path]).toEqual([422, "image"]);
      }
    }
    expect((await manager.post(path("reject"), { image: now })).status).toBe(204);
    expect(await shown()).toEqual({ image: null, pending: null });
    await upload(photo);
    const { pending: next } = await shown();
    expect((await manager.post(path("approve"), { image: null })).status).toBe(204);
    expect(await shown()).toEqual({ image: next, pending: null });
  });

  test("an account that may not be edited is 409 (D4), and no file is left", async () => {
    const { sql } = portal.services.db;
    await sql("psychics").where({ user_id: id }).update({ account_status: "Blacklist" });
    const files = () => readdir(join(portal.webFolder, "pictures"));
    const before = await files();
    expect((await upload(photo, manager)).status).toBe(409);
    expect(await files()).toEqual(before);
  });
});

describe("R59: GET /images/{name}", () => {
  test("a picture may be kept for ever, the default one for minutes; no session is needed", async () => {
    await upload(photo, manager);
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
    await portal.services.files.write("secret.jpg", Buffer.from("a secret"));
    await portal.services.files.write("pictures/secret.jpg", Buffer.from("a secret"));
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
    const { files } = portal.services;
    const name = "0123456789abcdef0123456789abcdef";
    await files.write(`pictures/${name}_m.jpg`, photo);
    const path = await files.find(`pictures/${name}_m.jpg`);
    expect(Buffer.compare((await download(`${name}_m.jpg`)).body, await readFile(path ?? ""))).toBe(
      0,
    );
    await files.remove(`pictures/${name}_m.jpg`);
    expect((await download(`${name}_m.jpg`)).headers["content-type"]).toBe("image/svg+xml");
  });
});
