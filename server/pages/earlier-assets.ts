import { Router } from "express";
import { findInReleases } from "../adapters/releases.ts";

/**
 * The hashed files of another release, for windows that were opened under it (D44): of the one
 * before, and, while several processes are being replaced, of the one that comes.
 *
 * @param folder where the releases are kept.
 */
export function earlierAssets(folder: string): Router {
  const router = Router();
  router.get("/assets/:file", async (req, res, next) => {
    const { file } = req.params;
    const path = /^\w[\w.-]*$/.test(file) ? await findInReleases(folder, file) : null;
    if (!path) return next();
    res.locals.route = "page";
    res.sendFile(path, { immutable: true, maxAge: "1y" }, (error) => {
      if (error) next(error);
    });
  });
  return router;
}
