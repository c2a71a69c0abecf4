import { removePictureFiles } from "../features/pictures/pictures.ts";
import type { Job } from "./jobs.ts";

/** The files of a picture that is shown nowhere any more; enqueued by what took its place. */
export const removePicture: Job<"remove-picture"> = {
  name: "remove-picture",
  async handle({ files }, { name }) {
    await removePictureFiles(files, name);
  },
};
