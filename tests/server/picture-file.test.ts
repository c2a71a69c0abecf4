import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { pictureToDecode, TooLargePicture } from "#server/http/picture-file.ts";

const make = () =>
  sharp({ create: { width: 300, height: 200, channels: 4, background: "#8040c0" } });

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** The PNG with chunks after its header. */
const withChunks = (png: Buffer, ...chunks: Buffer[]) =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);

const bomb = deflateSync(Buffer.alloc(50_000_000));

describe("a PNG", () => {
  test("loses texts and large profiles, which could unpack to gigabytes", async () => {
    const png = await make().png().toBuffer();
    const text = chunk("zTXt", Buffer.concat([Buffer.from("a\0\0"), bomb]));
    const profile = chunk("iCCP", Buffer.concat([Buffer.from("a\0\0"), bomb]));
    const shown = pictureToDecode(withChunks(png, text, profile, text)) as Buffer;
    expect(shown.length).toBeLessThanOrEqual(png.length);
    const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer();
    expect((await pixels(shown)).equals(await pixels(png))).toBe(true);
  });

  test("keeps its orientation, its colors and a small profile", async () => {
    const png = await make()
      .withExif({ IFD0: { Copyright: "x" } })
      .withIccProfile("p3")
      .png()
      .toBuffer();
    const { icc, exif } = await sharp(pictureToDecode(png) as Buffer).metadata();
    expect([icc !== undefined, exif !== undefined]).toEqual([true, true]);
  });

  test("of too many bytes, cut off or damaged is refused before it is decoded", async () => {
    const png = await make().png().toBuffer();
    expect(pictureToDecode(png.subarray(0, -5))).toBeNull();
    const damaged = Buffer.from(png);
    const inside = png.indexOf("IDAT") + 10;
    damaged.writeUInt8(damaged.readUInt8(inside) ^ 1, inside);
    expect(pictureToDecode(damaged)).toBeNull();
    const header = Buffer.from(png.subarray(16, 29));
    header.writeUInt32BE(8_000, 0);
    header.writeUInt32BE(8_000, 4);
    const sized = (bits: number) => {
      header.writeUInt8(bits, 8);
      return Buffer.concat([png.subarray(0, 8), chunk("IHDR", header), png.subarray(33)]);
    };
    expect(pictureToDecode(sized(8))).not.toBeNull();
    expect(() => pictureToDecode(sized(16))).toThrow(TooLargePicture);
  });
});

describe("a JPEG", () => {
  test.each([true, false])("is passed on as it is (progressive: %s)", async (progressive) => {
    const jpeg = await make().jpeg({ progressive }).withMetadata().toBuffer();
    expect(pictureToDecode(jpeg)).toBe(jpeg);
    const withRest = Buffer.concat([jpeg, Buffer.from("the video of a moving picture")]);
    expect(pictureToDecode(withRest)).toBe(withRest);
  });

  test("cut off, of zeros only, or with too many scans is refused", async () => {
    const jpeg = await make().jpeg({ progressive: true }).toBuffer();
    expect(pictureToDecode(jpeg.subarray(0, -2))).toBeNull();
    expect(pictureToDecode(jpeg.subarray(0, 40))).toBeNull();
    const zeros = Buffer.concat([jpeg.subarray(0, 4), Buffer.alloc(8_000_000)]);
    expect(pictureToDecode(zeros)).toBeNull();
    const scan = Buffer.from("ffda0008010100003f00", "hex");
    const many = Buffer.concat([jpeg.subarray(0, -2), ...Array(100).fill(scan), jpeg.subarray(-2)]);
    expect(() => pictureToDecode(many)).toThrow(TooLargePicture);
  });
});

test("a WebP must be whole", async () => {
  const webp = await make().webp().toBuffer();
  expect(pictureToDecode(webp)).toBe(webp);
  expect(pictureToDecode(webp.subarray(0, -3))).toBeNull();
});

test("anything else is no picture", () => {
  for (const bytes of [Buffer.alloc(0), Buffer.from("GIF89a"), Buffer.from("RIFF")]) {
    expect(pictureToDecode(bytes)).toBeNull();
  }
});
