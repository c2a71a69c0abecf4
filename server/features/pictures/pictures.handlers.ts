import type { Knex } from "knex";
import { findPictureFile } from "#server/adapters/picture-files.ts";
import type { Handlers } from "#server/http/handler.ts";
import { Refusal } from "#server/http/refusal.ts";
import { sendFile } from "#server/http/send-file.ts";
import type { pictureEndpoints } from "#shared/pictures.ts";
import { tellPlatform } from "../platform/tell-platform.ts";
import { defaultPicture } from "./default-picture.ts";
import { approvePicture, findPendingPicture, rejectPicture, setPicture } from "./pictures.ts";

const nonePending = () => new Refusal("state_forbids", { detail: "No picture is pending" });

/**
 * Call it with the psychic's row locked.
 * @param seen the picture that the manager looked at, if the request names it.
 * @returns the name of the pending picture.
 * @throws Refusal 409 if no picture is pending, or another one than `seen`; it then names the
 * pending one.
 */
async function requirePending(sql: Knex, psychicId: number, seen: string | null | undefined) {
  const waiting = await findPendingPicture(sql, psychicId);
  if (waiting === undefined) throw nonePending();
  if (seen !== undefined && seen !== null && seen !== waiting) {
    throw new Refusal("state_forbids", {
      detail: "Another picture is pending now",
      current: { pending_image: waiting },
    });
  }
  return waiting;
}

/** Milliseconds, while the psychic's row is locked: others wait at most 2 seconds for the row. */
const findWithin = 1_000;

const year = "public, max-age=31536000, immutable";
/** Short, because a missing picture may be our mistake, and we may correct it. */
const fiveMinutes = "public, max-age=300";

export const pictureHandlers: Handlers<typeof pictureEndpoints> = {
  async uploadPicture(call) {
    const { sql, params, viewer, picture: to, jobs, clock } = call;
    const { id } = params;
    const state = viewer.role === "manager" ? "approved" : "pending";
    const from = await setPicture(sql, id, state, to, clock());
    if (from) await jobs.send("remove-picture", { name: from }, sql);
    await call.audit(`picture ${state === "approved" ? "set" : "sent in"}`, id, { from, to });
    // The platform does not show pictures of managers.
    const isShown = state === "approved" && id !== viewer.userId;
    if (isShown) await tellPlatform(call, "picture.approved", id, { image: to });
    return undefined;
  },

  async approvePicture(call) {
    const { sql, params, body, files, jobs } = call;
    const to = await requirePending(sql, params.id, body?.image);
    // The manager saw the default picture instead.
    if (!(await findPictureFile(files, `${to}_l.jpg`, findWithin))) {
      throw new Refusal("state_forbids", { detail: "The picture's file is missing" });
    }
    const from = await approvePicture(sql, params.id);
    if (from) await jobs.send("remove-picture", { name: from }, sql);
    await call.audit("picture approved", params.id, { from, to });
    await tellPlatform(call, "picture.approved", params.id, { image: to });
    return undefined;
  },

  async rejectPicture({ sql, params, body, jobs, audit }) {
    const name = await requirePending(sql, params.id, body?.image);
    await rejectPicture(sql, params.id);
    await jobs.send("remove-picture", { name }, sql);
    await audit("picture rejected", params.id, { from: name });
    return undefined;
  },

  async getPicture({ params, files, req, res }) {
    const file = await findPictureFile(files, params.name);
    res.setHeader("Content-Type", file ? "image/jpeg" : "image/svg+xml");
    // Public: the sites where customers choose a psychic show them too.
    res.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
    res.setHeader("Cache-Control", file ? year : fiveMinutes);
    if (file) await sendFile(req, res, file);
    else res.end(defaultPicture);
    return undefined;
  },
};
