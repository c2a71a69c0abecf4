import type { Rolldown } from "vite";

/**
 * These files and all that they import; an imported file comes before the file that imports it.
 */
export function importedBy(bundle: Rolldown.OutputBundle, ...chunks: Rolldown.OutputChunk[]) {
  const found = new Set<Rolldown.OutputChunk>();
  const visit = (chunk: Rolldown.OutputChunk) => {
    if (found.has(chunk)) return;
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === "chunk") visit(imported);
    }
    found.add(chunk);
  };
  for (const chunk of chunks) visit(chunk);
  return found;
}

export const sheetsOf = (chunks: Iterable<Rolldown.OutputChunk>) =>
  new Set([...chunks].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));

export function assetOf(bundle: Rolldown.OutputBundle, name: string): string {
  for (const output of Object.values(bundle)) {
    if (output.type === "asset" && output.names.includes(name)) return output.fileName;
  }
  throw new Error(`The build has no ${name}`);
}

export function chunkOf(bundle: Rolldown.OutputBundle, module: string): Rolldown.OutputChunk {
  for (const output of Object.values(bundle)) {
    if (output.type === "chunk" && output.facadeModuleId?.endsWith(module)) return output;
  }
  throw new Error(`${module} has no file of its own`);
}

/** The files that a psychic's dashboard loads in addition to those of every page. */
export function dashboardFiles(bundle: Rolldown.OutputBundle): string[] {
  const ofEveryPage = importedBy(bundle, chunkOf(bundle, "/web/index.html"));
  const frame = chunkOf(bundle, "/web/advisor/advisor-layout.tsx");
  const screen = chunkOf(bundle, "/web/advisor/dashboard/advisor-dashboard.tsx");
  const chunks = [...importedBy(bundle, frame, screen)].filter((chunk) => !ofEveryPage.has(chunk));
  const known = sheetsOf(ofEveryPage);
  const sheets = [...sheetsOf(chunks)].filter((file) => !known.has(file));
  return [...chunks.map(({ fileName }) => fileName), ...sheets];
}
