import { extname } from "node:path";
import { Router } from "express";
import type { FindInReleases } from "../adapters/releases.ts";
import { sendFile } from "../http/send-file.ts";

/**
 * The hashed files of other releases, for windows that were opened under them (D44): of the
 * previous release and, while several processes are being replaced, of the next one.
 */
export function earlierAssets(find: FindInReleases): Router {
  const router = Router();
  router.get("/assets/:file", async (req, res, next) => {
    const { file } = req.params;
    const stored = /^\w[\w.-]*$/.test(file) ? await find(file) : null;
    if (!stored) return next();
    res.locals.route = "page";
    res.type(extname(file));
    res.setHeader("Cache-Control", "public, max-age=31536000, immutable");
    await sendFile(req, res, stored);
  });
  return router;
}
