import { removePictureFiles } from "../adapters/picture-files.ts";
import type { Job } from "./jobs.ts";

/** Removes the files of a picture that was replaced or rejected. */
export const removePicture: Job<"remove-picture"> = {
  name: "remove-picture",
  async handle({ files }, { name }) {
    await removePictureFiles(files, name);
  },
};
