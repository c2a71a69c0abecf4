import { describe, expect, test } from "vitest";
import { readParts } from "#server/http/multipart.ts";
import { Refusal } from "#server/http/refusal.ts";
import { cpuTimeOf, maxCpuTime } from "../support/costly.ts";

const type = "multipart/form-data; boundary=form-boundary";
const part = (head: string, content: string) => `--form-boundary\r\n${head}\r\n\r\n${content}\r\n`;
const named = (name: string) => `Content-Disposition: form-data; name="${name}"`;
const file = part(`${named("image")}; filename="a.png"\r\nContent-Type: image/png`, "bytes");
const read = (body: string, contentType = type) => readParts(contentType, Buffer.from(body));

test("the parts are read by their names", async () => {
  const parts = await read(`${file}${part(named("note"), "hello")}--form-boundary--\r\n`);
  expect(Object.keys(parts)).toEqual(["image", "note"]);
  expect(parts.note).toBe("hello");
  expect(await (parts.image as File).text()).toBe("bytes");
});

test("a quoted boundary is accepted", async () => {
  const quoted = 'multipart/form-data; boundary="form-boundary"; charset=utf-8';
  expect(Object.keys(await read(`${file}--form-boundary--\r\n`, quoted))).toEqual(["image"]);
});

test.each([
  ["an empty body", ""],
  ["no delimiter", "hello"],
  ["another boundary", `${file.replaceAll("--form", "--farm")}--farm-boundary--\r\n`],
  ["no end", file],
  ["lines before the first part", `--a\r\n\r\n${file}--form-boundary--\r\n`],
  ["two parts with one name", `${file}${file}--form-boundary--\r\n`],
])("%s is 400", async (_, body) => {
  await expect(read(body)).rejects.toBeInstanceOf(Refusal);
});

/** Bodies of about 8 MB, the size limit of a picture. */
const costly: Record<string, () => string> = {
  "parts of one name": () => `${part(named("a"), "x").repeat(140_000)}--form-boundary--\r\n`,
  "parts of many names": () =>
    `${Array.from({ length: 100_000 }, (_, i) => part(named(`a${i}`), "")).join("")}--form-boundary--\r\n`,
  "header lines of a part": () =>
    `${part(`X: ${" ".repeat(100)}y\r\n`.repeat(70_000), "x")}--form-boundary--\r\n`,
  "blanks in a line": () => part(`Content-Disposition: form-data;${" ".repeat(8e6)}`, "x"),
  "beginnings of a delimiter": () =>
    `${part(named("a"), "\r\n--".repeat(2e6))}--form-boundary--\r\n`,
  "parts after a line of another boundary": () =>
    `--a\r\n${"x".repeat(10)}\r\n\r\n${part(named("a"), "x").repeat(110_000)}--form-boundary--\r\n`,
  dashes: () => `${"-".repeat(70)}\r\n${"-".repeat(8e6)}`,
  "almost delimiters": () => `--form-boundary${"-".repeat(60)}\r\n\r\n\r\n${"-".repeat(8e6)}`,
  "line ends": () => "\r\n".repeat(4e6),
};

describe("a body of the largest size", () => {
  test.each(Object.entries(costly))("of %s takes less than 50 ms of CPU (A4)", async (_, make) => {
    const bytes = Buffer.from(make());
    const cpu = await cpuTimeOf(() => readParts(type, bytes).catch(() => {}));
    expect(cpu).toBeLessThan(maxCpuTime);
  });
});
