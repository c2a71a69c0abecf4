// Prometheus for `npm run test:alerts`, from Debian's package. Run as a script, this file fetches
// Prometheus or fails. `.ci/run` does that before the tests, so a machine that cannot get
// Prometheus fails at once.
import { join } from "node:path";
import { unpackPackages } from "./debian-packages.ts";

export interface PrometheusPrograms {
  prometheus: string;
  promtool: string;
}

/** Throws an Error with one line. */
export async function findPrometheus(): Promise<PrometheusPrograms> {
  const folder = await unpackPackages({
    what: "Prometheus for the tests of alerts",
    folder: "prometheus",
    packages: ["prometheus"],
    // Only its web pages need further packages, and the tests do not use them.
    withDependencies: false,
  });
  const programs = join(folder, "usr", "bin");
  return { prometheus: join(programs, "prometheus"), promtool: join(programs, "promtool") };
}

if (process.argv[1] === import.meta.filename) {
  await findPrometheus().catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
