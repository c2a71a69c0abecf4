import { removePictureFiles } from "../adapters/picture-files.ts";
import { isBackupRunning } from "../db/backup-lock.ts";
import type { Job } from "./jobs.ts";

/**
 * Removes the files of a picture that was replaced or rejected. While a backup runs it leaves them
 * to the nightly prune, because the backup's snapshot may name them.
 */
export const removePicture: Job<"remove-picture"> = {
  name: "remove-picture",
  async handle({ db, files }, { name }) {
    if (await isBackupRunning(db.sql)) return;
    await removePictureFiles(files, name);
  },
};
