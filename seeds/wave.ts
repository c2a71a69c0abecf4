import type { Random } from "./random.ts";

const rate = 8_000;
const headerBytes = 44;

/** A pentatonic scale: its tones sound good in any order. */
const tones = [220, 247.5, 277.5, 330, 371.25, 440];

/**
 * A small wave file (PCM, mono, 8 kHz, 16 bit) with 2 to 4 seconds of soft tones, in place of a
 * call's recording.
 */
export function softTones(random: Random): Buffer {
  const samples = Math.round(rate * (2 + 2 * random.next()));
  const file = Buffer.alloc(headerBytes + samples * 2);
  file.write("RIFF", 0, "ascii");
  file.writeUInt32LE(file.length - 8, 4);
  file.write("WAVEfmt ", 8, "ascii");
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36, "ascii");
  file.writeUInt32LE(samples * 2, 40);

  const length = Math.round(rate / 2);
  let pitch = random.pick(tones);
  for (let index = 0; index < samples; index++) {
    const inTone = index % length;
    if (inTone === 0) pitch = random.pick(tones);
    const swell = Math.sin((Math.PI * inTone) / length);
    const tone = Math.sin((2 * Math.PI * pitch * index) / rate);
    file.writeInt16LE(Math.round(5_000 * swell * tone), headerBytes + index * 2);
  }
  return file;
}
