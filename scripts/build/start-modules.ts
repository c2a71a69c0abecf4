import { join } from "node:path";
import { normalizePath, type Rolldown } from "vite";

/** Every visit loads what these import, before anybody is signed in. */
const entries = ["main.tsx", "account/account-layout.tsx", "account/login.tsx"];

/** The frame of the screens that need no sign-in: a psychic's dashboard does not load it. */
export const onlyPublic = /\/web\/ui\/(public-|theme-switch)/;

/**
 * Finds the modules that every visit needs: what the page's script and the sign-in screen import.
 * Leaves out modules that name the file of another screen, and modules that import those: such a
 * name contains a hash, so they change with every release.
 * @param web the folder of the web app.
 */
export function startModules(web: string) {
  const files = entries.map((entry) => normalizePath(join(web, entry)));
  /** By module: whether it names the file of another screen, or imports a module that does. */
  const namesFiles = new Map<string, boolean>();

  const visit = (id: string, context: Rolldown.ChunkingContext): boolean => {
    const known = namesFiles.get(id);
    if (known !== undefined) return known;
    namesFiles.set(id, false);
    const info = context.getModuleInfo(id);
    if (!info) return false;
    const imported = info.importedIds.map((next) => visit(next, context));
    const isNaming = imported.includes(true) || info.dynamicallyImportedIds.length > 0;
    namesFiles.set(id, isNaming);
    return isNaming;
  };

  return (id: string, context: Rolldown.ChunkingContext): boolean => {
    if (namesFiles.size === 0) {
      for (const file of files) {
        if (!context.getModuleInfo(file)) throw new Error(`${file} is not part of the build`);
        visit(file, context);
      }
    }
    return namesFiles.get(id) === false && !files.includes(id) && !onlyPublic.test(id);
  };
}
