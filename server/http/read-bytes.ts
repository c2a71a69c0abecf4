import type { Request } from "express";
import type { HeldBody } from "./body-budget.ts";
import { Refusal } from "./refusal.ts";

const cutOff = () => new Refusal("not_readable", { detail: "The body was cut off" });

/**
 * The bytes of a body.
 * @param held counts them while it is not known whose they are.
 * @throws Refusal 415 for packed bytes, 413 for more than `atMost`, 503 if the body was cut to make
 * room for others.
 */
export async function readBytes(
  req: Request,
  atMost: number,
  held: HeldBody | undefined,
): Promise<Buffer> {
  if (!/^(identity)?$/i.test(req.get("content-encoding") ?? "")) {
    throw new Refusal("unsupported_type");
  }
  if (Number(req.get("content-length")) > atMost) throw new Refusal("too_large");
  // Its sender has gone since its headers came.
  if (req.destroyed && !req.complete) throw cutOff();

  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    // The rest of a refused body still flows, to nobody.
    const stop = () => {
      req.off("data", take).off("end", finish).off("error", fail).off("close", fail);
    };
    const refuse = (refusal: Refusal) => {
      stop();
      held?.release();
      chunks.length = 0;
      reject(refusal);
    };
    const fail = () => refuse(cutOff());
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length > atMost) {
        refuse(new Refusal("too_large"));
        return;
      }
      chunks.push(chunk);
      held?.add(chunk);
    };
    const finish = () => {
      stop();
      held?.complete();
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    };
    if (held) held.onCut = refuse;
    req.on("data", take).on("end", finish).on("error", fail).on("close", fail);
  });
}
