import { existsSync, readdirSync } from "node:fs";
import { run, ScriptError } from "./run.mjs";

/** The same files in the library folder of each machine type. */
function inLibraries(...files) {
  const folders = existsSync("/usr/lib") ? readdirSync("/usr/lib") : [];
  return files.flatMap((file) => folders.map((folder) => `/usr/lib/${folder}/${file}`));
}

/** The files that the engines' tests need, as Debian's packages install them. */
const programs = () => ({
  FIREFOX: { package: "firefox-esr", places: ["/usr/bin/firefox-esr"] },
  WEBKIT_DRIVER: { package: "webkit2gtk-driver", places: ["/usr/bin/WebKitWebDriver"] },
  MINI_BROWSER: {
    package: "webkit2gtk-driver",
    places: inLibraries("webkit2gtk-4.1/MiniBrowser", "webkit2gtk-4.0/MiniBrowser"),
  },
  XVFB: { package: "xvfb", places: ["/usr/bin/Xvfb"] },
});

const placeOf = ({ places }) => places.find((place) => existsSync(place));

const missing = () =>
  Object.entries(programs()).filter(([name, program]) => !process.env[name] && !placeOf(program));

/**
 * Finds Firefox and WebKitGTK, or installs them, and returns their paths as variables for the tests.
 * A variable that is already set keeps its value. Throws ScriptError.
 */
export async function findEngines() {
  if (missing().length > 0) await installByApt();
  const left = missing();
  if (left.length > 0) {
    const packages = [...new Set(left.map(([, program]) => program.package))].join(" ");
    const names = left.map(([name]) => name).join(", ");
    throw new ScriptError(
      `These tests use Debian's Firefox and WebKitGTK. Install what is missing (apt-get install ${packages}), or set the paths of the programs: ${names}`,
    );
  }
  return Object.fromEntries(
    Object.entries(programs()).map(([name, program]) => [
      name,
      process.env[name] || placeOf(program),
    ]),
  );
}

async function installByApt() {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  const packages = [...new Set(missing().map(([, program]) => program.package))];
  console.log(`Installing ${packages.join(", ")} from the system's packages…`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const update = await run("apt-get", ["update", "-qq"], { env });
  if (update.stopped) return;
  await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], { env });
}
