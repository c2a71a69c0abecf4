import { readFile } from "node:fs/promises";
import type { pictureEndpoints } from "../../../shared/pictures.ts";
import type { Handlers } from "../../http/handler.ts";
import { Refusal } from "../../http/refusal.ts";
import { tellPlatform } from "../platform/tell-platform.ts";
import { defaultPicture } from "./default-picture.ts";
import {
  approvePicture,
  findPictureFile,
  keepPicture,
  rejectPicture,
  setPicture,
} from "./pictures.ts";

const nonePending = () => new Refusal("state_forbids", { detail: "No picture is pending" });

const year = "public, max-age=31536000, immutable";
/** A name that has no picture may yet be a fault of ours that is mended. */
const fiveMinutes = "public, max-age=300";

export const pictureHandlers: Handlers<typeof pictureEndpoints> = {
  async uploadPicture(call) {
    const { sql, params, viewer, picture, files, jobs, clock } = call;
    const { id } = params;
    const to = await keepPicture(files, picture.sizes);
    const state = viewer.role === "manager" ? "approved" : "pending";
    const from = await setPicture(sql, id, state, to, clock());
    if (from) await jobs.send("remove-picture", { name: from }, sql);
    await call.audit(`picture ${state === "approved" ? "set" : "sent in"}`, id, { from, to });
    // A manager's own picture is nothing that the platform shows.
    const isShown = state === "approved" && id !== viewer.userId;
    if (isShown) await tellPlatform(call, "picture.approved", id, { image: to });
    return undefined;
  },

  async approvePicture(call) {
    const { sql, params, jobs } = call;
    const approved = await approvePicture(sql, params.id);
    if (!approved) throw nonePending();
    if (approved.from) await jobs.send("remove-picture", { name: approved.from }, sql);
    await call.audit("picture approved", params.id, approved);
    await tellPlatform(call, "picture.approved", params.id, { image: approved.to });
    return undefined;
  },

  async rejectPicture({ sql, params, jobs, audit }) {
    const name = await rejectPicture(sql, params.id);
    if (!name) throw nonePending();
    await jobs.send("remove-picture", { name }, sql);
    await audit("picture rejected", params.id, { from: name });
    return undefined;
  },

  async getPicture({ params, files, res }) {
    const path = await findPictureFile(files, params.name);
    res.setHeader("Content-Type", path ? "image/jpeg" : "image/svg+xml");
    res.setHeader("Cache-Control", path ? year : fiveMinutes);
    res.end(path ? await readFile(path) : defaultPicture);
    return undefined;
  },
};
