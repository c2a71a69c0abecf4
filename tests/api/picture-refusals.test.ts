import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { pictureMessages } from "#shared/pictures.ts";
import { plainPicture, setUpPictures } from "./fixtures/pictures.ts";

const fixture = setUpPictures();
const { path, upload, approve, reject, pictures, photo } = fixture;

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
    ["a GIF", () => plainPicture("gif", { r: 1, g: 1, b: 1 })],
    ["a TIFF", () => plainPicture("tiff", { r: 1, g: 1, b: 1 })],
    ["an SVG", async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["an HTML page", async () => Buffer.from("<script>alert(1)</script>")],
    ["a picture that is cut off", async () => photo().subarray(0, photo().length / 3)],
    ["only the first bytes of a PNG", async () => Buffer.from("89504e470d0a1a0a", "hex")],
    ["an empty file", async () => Buffer.alloc(0)],
    [
      "an HTML page that begins like a JPEG",
      async () => Buffer.concat([Buffer.from("ffd8ff", "hex"), Buffer.from("<script>")]),
    ],
  ])("%s is 422, though it is sent as photo.jpg", async (_, make) => {
    const image = await make();
    const answer = await fixture.psychic.agent
      .post(path())
      .set({ Origin: "http://portal.test", "X-Forwarded-For": fixture.psychic.address })
      .attach("image", image, { filename: "photo.jpg", contentType: "image/jpeg" });
    expect(refusal(answer)).toEqual(unreadable);
    expect(await pictures()).toEqual({ image: null, pending: null });
  });

  test("a small file that unpacks to too many pixels is 422", async () => {
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

  test("a missing picture, another part or a text is 422, two pictures are 400", async () => {
    const form = () =>
      fixture.psychic.agent
        .post(path())
        .set({ Origin: "http://portal.test", "X-Forwarded-For": fixture.psychic.address });
    const missing = await form().attach("photo", photo(), "photo.jpg");
    expect(missing.status).toBe(422);
    expect(missing.body.errors).toEqual([
      expect.objectContaining({ path: "image", message: pictureMessages.missing }),
      expect.objectContaining({ path: "photo", message: "Unknown field" }),
    ]);
    expect(refusal(await form().field("image", "a text"))).toEqual(unreadable);
    const two = await form().attach("image", photo(), "a.jpg").attach("image", photo(), "b.jpg");
    expect(two.status).toBe(400);
  });

  test("a malformed multipart body is 400, another content type 415, a body that is too large 413", async () => {
    const type = "multipart/form-data; boundary=x";
    const raw = (contentType: string, bytes: Buffer) =>
      fixture.psychic.agent
        .post(path())
        .set({ Origin: "http://portal.test", "X-Forwarded-For": fixture.psychic.address })
        .set("Content-Type", contentType)
        .send(bytes);
    expect((await raw(type, Buffer.from("not parts"))).status).toBe(400);
    expect((await raw("multipart/form-data", Buffer.from("--x--"))).status).toBe(400);
    expect((await raw("image/jpeg", photo())).status).toBe(415);
    const json = await fixture.psychic.post(path(), { image: "x" });
    expect([json.status, json.body.detail]).toEqual([
      415,
      "The request must be multipart/form-data",
    ]);
    const large = Buffer.alloc(8 * 1024 * 1024 + 1);
    photo().copy(large);
    expect((await upload(large)).status).toBe(413);
    expect((await upload(Buffer.alloc(9_000_000))).status).toBe(413);
  });

  test("safety 25: damaged pictures and parts cause no 5xx", async () => {
    const head = '--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n';
    const whole = Buffer.concat([Buffer.from(head), photo(), Buffer.from("\r\n--x--\r\n")]);
    const damage = fc.tuple(fc.nat(whole.length - 1), fc.nat(40), fc.uint8Array({ maxLength: 20 }));
    const damaged = fc
      .array(damage, { minLength: 1, maxLength: 4 })
      .map((damages) =>
        damages.reduce(
          (bytes, [start, length, inserted]) =>
            Buffer.concat([bytes.subarray(0, start), inserted, bytes.subarray(start + length)]),
          whole,
        ),
      );
    const bodies = fc.oneof({ weight: 3, arbitrary: damaged }, fc.uint8Array({ maxLength: 300 }));
    await fc.assert(
      fc.asyncProperty(bodies, async (bytes) => {
        const { status } = await fixture.manager.agent
          .post(path())
          .set({ Origin: "http://portal.test", "X-Forwarded-For": fixture.manager.address })
          .set("Content-Type", "multipart/form-data; boundary=x")
          .send(Buffer.from(bytes));
        expect([204, 400, 422]).toContain(status);
      }),
      { numRuns: 60 },
    );
  });

  test("safety 5: a form of another site, or without an Origin, is 403", async () => {
    const foreign = await fixture.psychic.agent
      .post(path())
      .set("Origin", "https://evil.example")
      .attach("image", photo(), "photo.jpg");
    expect(foreign.status).toBe(403);
    const withoutOrigin = await fixture.psychic.agent
      .post(path())
      .attach("image", photo(), "photo.jpg");
    expect(withoutOrigin.status).toBe(403);
  });

  test("approving and rejecting are 409 without a pending picture, 404 if no psychic has the id", async () => {
    expect((await approve()).status).toBe(409);
    expect((await reject()).status).toBe(409);
    await upload(photo());
    const statuses = await Promise.all([approve(), reject(), approve()]);
    expect(statuses.map(({ status }) => status).sort()).toEqual([204, 409, 409]);
    for (const action of ["approve", "reject"]) {
      expect((await fixture.manager.post(path(action, 99_999_999_999))).status).toBe(404);
      expect((await fixture.manager.post(path(action, fixture.managerId))).status).toBe(404);
    }
    expect((await upload(photo(), fixture.manager, 99_999_999_999)).status).toBe(404);
  });

  test("a decision about a picture that was replaced is 409 with the pending picture", async () => {
    await upload(photo());
    const { pending: replaced } = await pictures();
    await upload(photo());
    const { pending: current } = await pictures();
    for (const action of ["approve", "reject"]) {
      const stale = await fixture.manager.post(path(action), { image: replaced });
      expect([stale.status, stale.body.detail, stale.body.current]).toEqual([
        409,
        "Another picture is pending now",
        { pending_image: current },
      ]);
      expect(await pictures()).toEqual({ image: null, pending: current });
      for (const image of [7, [replaced], { name: replaced }]) {
        const invalid = await fixture.manager.post(path(action), { image });
        expect([invalid.status, invalid.body.errors?.[0]?.path]).toEqual([422, "image"]);
      }
    }
    expect((await fixture.manager.post(path("reject"), { image: current })).status).toBe(204);
    expect(await pictures()).toEqual({ image: null, pending: null });
    await upload(photo());
    const { pending: next } = await pictures();
    expect((await fixture.manager.post(path("approve"), { image: null })).status).toBe(204);
    expect(await pictures()).toEqual({ image: next, pending: null });
  });

  test("a picture whose file is missing can be rejected, but not approved", async () => {
    await upload(photo());
    const { pending } = await pictures();
    const folder = join(fixture.portal.webFolder, "pictures");
    await rm(join(folder, `${pending}_l.jpg`));
    const approved = await approve();
    expect([approved.status, approved.body.detail]).toEqual([409, "The picture's file is missing"]);
    expect(await pictures()).toEqual({ image: null, pending });
    expect((await reject()).status).toBe(204);
    expect(await pictures()).toEqual({ image: null, pending: null });
  });

  test("a picture for an account that may not be edited is 409 (D4) and leaves no file", async () => {
    const { sql } = fixture.portal.services.db;
    await sql("psychics").where({ user_id: fixture.id }).update({ account_status: "Blacklist" });
    const files = () => readdir(join(fixture.portal.webFolder, "pictures"));
    const before = await files();
    expect((await upload(photo(), fixture.manager)).status).toBe(409);
    expect(await files()).toEqual(before);
  });
});
