// Measures how many lines a second each kind of import takes, and how many rows a second an export
// writes, for an old system of 1,500 psychics:
//
//   node scripts/launch.mjs run tests/bench/moving.ts [PSYCHICS, default 1500] [READINGS, default
// 100 × PSYCHICS]
//
// It gates nothing. BENCH_DATABASE_URL is a PostgreSQL database whose user may create databases.
// Without it, the embedded PostgreSQL runs in .data/bench.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { createFolderStore } from "#server/adapters/folder-store.ts";
import { createVault } from "#server/crypto/vault.ts";
import { connect } from "#server/db/connection.ts";
import { exportFiles } from "#server/features/export/export-files.ts";
import { exportedNames } from "#server/features/export/exported-kinds.ts";
import { importFile } from "#server/features/import/import-file.ts";
import { findImportKind } from "#server/features/import/import-kinds.ts";
import { csv, person } from "../api/fixtures/moving-rows.ts";
import { makeManager } from "../support/people.ts";
import { withPortal } from "./bench-portal.ts";

const psychics = Number(process.argv[2] ?? 1_500);
const readings = Number(process.argv[3] ?? 100 * psychics);
const customers = 10 * psychics;

type Row = Record<string, string>;
const rowsOf = (count: number, row: (number: number) => Row): Row[] =>
  Array.from({ length: count }, (_, number) => row(number));
const psychicOf = (number: number) => ({ external_id: `old-${number % psychics}` });
const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000).toISOString();

/** The files, in the order in which they are imported. */
const files: Record<string, () => Row[]> = {
  psychics: () => rowsOf(psychics, (number) => person(number)),
  customers: () =>
    rowsOf(customers, (number) => ({
      ...{ customer_id: String(number + 1), username: `member${number}` },
      ...{ redeemable_minutes: "0", blocked: "false" },
    })),
  schedules: () =>
    rowsOf(psychics * 5, (number) => ({
      ...psychicOf(number),
      ...{ day: String(1 + Math.floor(number / psychics)), status: "A" },
      ...{ from: "18:00", to: "23:15" },
    })),
  listings: () =>
    rowsOf(psychics, (number) => ({
      ...psychicOf(number),
      ...{ status: "Approved", sales_pitch: "See clearly", categories: "26 25" },
      body: "I have read the tarot for twenty years. ".repeat(20).trim(),
    })),
  pictures: () => rowsOf(psychics, (number) => ({ ...psychicOf(number), file: "face.jpg" })),
  gifts: () =>
    rowsOf(psychics * 10, (number) => ({
      ...psychicOf(number),
      ...{ customer_id: String(1 + (number % customers)), subject: "For you", body: "Call me" },
      ...{ minutes: "3", sent_at: at(number), redeemed_at: "" },
    })),
  contacts: () =>
    rowsOf(10_000, (number) => ({
      ...{ brand: "cos", name: "Ada", email: `ada${number}@visitors.example` },
      ...{ phone: "2125550100", sent_at: at(number) },
    })),
  logins: () =>
    rowsOf(psychics * 100, (number) => ({
      ...psychicOf(number),
      ...{ source: "phone", login_id: `L${number}`, started_at: at(number) },
      ended_at: at(number + 240),
    })),
};

const firstReading = Date.UTC(2023, 0, 1);
const threeYears = 3 * 365 * 86_400_000;

/** Readings of three years in the order of time. */
function readingRow(number: number): Row {
  const started = firstReading + Math.floor((number / readings) * threeYears);
  return {
    ...{ connection_id: `C${number}`, extension: String(200_000 + ((number * 7) % psychics)) },
    ...{ customer_id: String(1 + (number % customers)), customer_username: `member${number}` },
    ...{ conn_type: "Call", started_at: new Date(started).toISOString(), minutes: "10" },
    ...{ free_minutes: "0", paid_minutes: "10", rate: "2.99", revenue: "29.90" },
    result: "Completed",
  };
}

/** A file of any size, in portions. */
async function* readingsFile() {
  const portion = 10_000;
  for (let first = 0; first < readings; first += portion) {
    const count = Math.min(portion, readings - first);
    const text = csv(rowsOf(count, (place) => readingRow(first + place)));
    yield first === 0 ? text : text.slice(text.indexOf("\n") + 1);
  }
}

function print(what: string, rows: number, started: number): void {
  const seconds = (performance.now() - started) / 1_000;
  const speed = Math.round(rows / seconds).toLocaleString("en-US");
  console.log(`${what}: ${rows.toLocaleString("en-US")} in ${seconds.toFixed(1)} s, ${speed}/s`);
}

await withPortal({}, async (_portal, url) => {
  const folder = await mkdtemp(join(tmpdir(), "moving-"));
  const db = connect(url, { onError: () => {}, poolSize: 4 });
  const vault = createVault(`b1:${Buffer.alloc(32, 7).toString("base64")}`);
  const services = { db, vault, files: createFolderStore(join(folder, "files")) };
  try {
    await makeManager(db.sql, { username: "Boss" });
    const background = { r: 90, g: 110, b: 160 };
    const photo = { width: 1_200, height: 1_600, channels: 3 as const, background };
    await sharp({ create: photo }).jpeg().toFile(join(folder, "face.jpg"));
    for (const name of [...Object.keys(files), "readings"]) {
      const file = join(folder, `${name}.csv`);
      await writeFile(file, files[name] ? csv(files[name]()) : readingsFile());
      const kind = findImportKind(name);
      if (!kind) throw new Error(name);
      const started = performance.now();
      const { applied, refused } = await importFile(services, kind, file);
      if (refused > 0) throw new Error(`${refused} ${name} refused`);
      print(`import ${name}`, applied, started);
    }
    const target = join(folder, "export");
    await mkdir(target);
    let started = performance.now();
    await exportFiles(services, exportedNames, target, {
      withSecrets: true,
      onFile(name, rows) {
        print(`export ${name}`, rows, started);
        started = performance.now();
      },
    });
  } finally {
    await db.close();
    await rm(folder, { recursive: true });
  }
});
