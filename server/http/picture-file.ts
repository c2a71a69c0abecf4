import { crc32 } from "node:zlib";
import { picturePixelsAtMost } from "#shared/pictures.ts";

/**
 * Thrown for a picture that has too many pixels, or takes more memory or time than its pixels
 * should.
 */
export class TooLargePicture extends Error {}

/**
 * Bytes of an unpacked PNG. A PNG whose pixels take 8 bytes each may have only half as many pixels
 * as other pictures.
 */
const pngBytesAtMost = 4 * picturePixelsAtMost;
/** A progressive JPEG has some 10 scans, and each takes a pass over all pixels. */
const scansAtMost = 64;
/** Bytes. PNG compresses 1000 times at most, so a color profile of this size unpacks quickly. */
const profileAtMost = 8_192;

const pngStart = "89504e470d0a1a0a";
/** The chunks that decide how a PNG looks. The others, such as texts, may unpack to gigabytes. */
const shownChunks = new Set([
  "IHDR",
  "PLTE",
  "tRNS",
  "gAMA",
  "cHRM",
  "sRGB",
  "eXIf",
  "IDAT",
  "IEND",
]);

/**
 * The picture as the decoder gets it. Looks only at its outline, so refusing takes milliseconds,
 * while the decoder would notice only after seconds.
 * @returns null unless the file is a complete JPEG, PNG or WebP by its outline.
 * @throws TooLargePicture
 */
export function pictureToDecode(bytes: Buffer): Buffer | null {
  const start = bytes.toString("hex", 0, 12);
  if (start.startsWith(pngStart)) return shownPng(bytes);
  if (start.startsWith("ffd8ff")) return isWholeJpeg(bytes) ? bytes : null;
  if (!/^52494646.{8}57454250$/.test(start)) return null;
  return bytes.readUInt32LE(4) + 8 <= bytes.length ? bytes : null;
}

function shownPng(bytes: Buffer): Buffer | null {
  const parts = [bytes.subarray(0, 8)];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length) return null;
    const type = bytes.toString("latin1", at + 4, at + 8);
    const isProfile = type === "iCCP" && length <= profileAtMost;
    if (shownChunks.has(type) || isProfile) {
      if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return null;
      parts.push(bytes.subarray(at, end));
    }
    if (type === "IHDR" && length === 13) refuseLargePng(bytes.subarray(at + 8, at + 21));
    if (type === "IEND") return Buffer.concat(parts);
    at = end;
  }
  return null;
}

/** Channels by PNG's type of color. */
const channels: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

function refuseLargePng(header: Buffer): void {
  const pixels = header.readUInt32BE(0) * header.readUInt32BE(4);
  const bits = header.readUInt8(8) * (channels[header.readUInt8(9)] ?? 4);
  if (pixels > picturePixelsAtMost || (pixels * bits) / 8 > pngBytesAtMost) {
    throw new TooLargePicture();
  }
}

/** Whether the markers lead from the start to the end of the image. */
function isWholeJpeg(bytes: Buffer): boolean {
  let scans = 0;
  for (let at = nextMarker(bytes, 2); at !== -1; ) {
    const marker = bytes[at + 1];
    if (marker === 0xd9) return true;
    if (marker === 0xda && ++scans > scansAtMost) throw new TooLargePicture();
    if (at + 4 > bytes.length) return false;
    at = nextMarker(bytes, at + 2 + bytes.readUInt16BE(at + 2));
  }
  return false;
}

/** Where the next marker begins, or -1. In the data of a scan, 0xff is followed by 0 or a restart. */
function nextMarker(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    const isData = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
    if (!isData) return at;
  }
  return -1;
}
