import { Router } from "express";
import { findInReleases } from "../adapters/releases.ts";

/**
 * The hashed files of other releases, for windows that were opened under them (D44): of the
 * previous release and, while several processes are being replaced, of the next one.
 * @param folder contains the stored releases.
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
