import { readdir } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, test, vi } from "vitest";
import { pictureMessages } from "#shared/pictures.ts";
import { patient } from "../support/patience.ts";
import { plain, setUpPictures } from "./fixtures/pictures.ts";

vi.setConfig({ testTimeout: patient(60_000), hookTimeout: patient(60_000) });

const fixture = setUpPictures();
const { path, upload, approve, reject, shown, photo } = fixture;

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
    ["a picture cut off", async () => photo().subarray(0, photo().length / 3)],
    ["only the first bytes of one", async () => Buffer.from("89504e470d0a1a0a", "hex")],
    ["nothing", async () => Buffer.alloc(0)],
    [
      "a page that begins like a picture",
      async () => Buffer.concat([Buffer.from("ffd8ff", "hex"), Buffer.from("<script>")]),
    ],
  ])("%s is 422, whatever it is called", async (_, make) => {
    const image = await make();
    const answer = await fixture.psychic.agent
      .post(path())
      .set({ Origin: "http://portal.test", "X-Forwarded-For": fixture.psychic.address })
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

  test("a body that is no multipart is 400, another type 415, too many bytes 413", async () => {
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

  test("safety 25: damaged pictures and parts bring no 5xx", async () => {
    const head = '--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n';
    const whole = Buffer.concat([Buffer.from(head), photo(), Buffer.from("\r\n--x--\r\n")]);
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

  test("safety 5: another site's form is 403", async () => {
    const foreign = await fixture.psychic.agent
      .post(path())
      .set("Origin", "https://evil.example")
      .attach("image", photo(), "photo.jpg");
    expect(foreign.status).toBe(403);
    const bare = await fixture.psychic.agent.post(path()).attach("image", photo(), "photo.jpg");
    expect(bare.status).toBe(403);
  });

  test("approving and rejecting are 409 unless one waits, 404 for nobody", async () => {
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

  test("a decision about a picture that was replaced is 409 with the pending one", async () => {
    await upload(photo());
    const { pending: seen } = await shown();
    await upload(photo());
    const { pending: now } = await shown();
    for (const action of ["approve", "reject"]) {
      const late = await fixture.manager.post(path(action), { image: seen });
      expect([late.status, late.body.detail, late.body.current]).toEqual([
        409,
        "Another picture is pending now",
        { pending_image: now },
      ]);
      expect(await shown()).toEqual({ image: null, pending: now });
      for (const image of [7, [seen], { name: seen }]) {
        const strange = await fixture.manager.post(path(action), { image });
        expect([strange.status, strange.body.errors?.[0]?.path]).toEqual([422, "image"]);
      }
    }
    expect((await fixture.manager.post(path("reject"), { image: now })).status).toBe(204);
    expect(await shown()).toEqual({ image: null, pending: null });
    await upload(photo());
    const { pending: next } = await shown();
    expect((await fixture.manager.post(path("approve"), { image: null })).status).toBe(204);
    expect(await shown()).toEqual({ image: next, pending: null });
  });

  test("an account that may not be edited is 409 (D4), and no file is left", async () => {
    const { sql } = fixture.portal.services.db;
    await sql("psychics").where({ user_id: fixture.id }).update({ account_status: "Blacklist" });
    const files = () => readdir(join(fixture.portal.webFolder, "pictures"));
    const before = await files();
    expect((await upload(photo(), fixture.manager)).status).toBe(409);
    expect(await files()).toEqual(before);
  });
});
