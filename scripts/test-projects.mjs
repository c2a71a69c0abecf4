/** The projects of vitest.config.ts and of playwright.config.ts. */
export const projects = {
  vitest: ["pure", "api", "server", "processes", "sweeps"],
  playwright: ["desktop", "phone"],
};

/** The projects that the arguments name; none means all. */
export function namedProjects(args) {
  return args.flatMap((arg) => /^--project=(.*)$/.exec(arg)?.[1] ?? []);
}

/** The arguments for Vitest, whose pure tests are two projects: without and with a simulated DOM. */
export function vitestArguments(args) {
  return args.map((arg) => (arg === "--project=pure" ? "--project=pure*" : arg));
}

/** Whether the arguments name only the project that needs no web build. */
export function nameOnlyPure(args) {
  const named = namedProjects(args);
  return named.length > 0 && named.every((name) => name === "pure");
}
