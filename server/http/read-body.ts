import type { Request, Response } from "express";
import type { EndpointData } from "#shared/http/endpoint.ts";
import type { BodyBudget, HeldBody } from "./body-budget.ts";
import type { SignedRequest } from "./platform-signature.ts";
import { Refusal } from "./refusal.ts";

const defaultMaxBytes = 16_000;

/**
 * Reads the bytes of a body. A signed body may have any media type: the check of the type keeps out
 * forms on other sites, and those cannot sign.
 * @throws Refusal 415 for another media type, 413 for too many bytes, 503 without memory left for
 * bodies of unknown callers, 401 if the signature is not of this body.
 */
export function bodyReaderOf(endpoint: EndpointData, bodies: BodyBudget) {
  const accepted = endpoint.accepts ? "multipart/form-data" : "application/json";
  const maxBytes = endpoint.bodyChecks?.maxBytes ?? defaultMaxBytes;
  return async (
    req: Request,
    res: Response,
    sender: { isUnknown: boolean; signed: SignedRequest | undefined },
  ): Promise<Buffer> => {
    const type = req.get("content-type")?.split(";")[0]?.trim().toLowerCase();
    if (type !== accepted && !endpoint.signedBy) {
      throw new Refusal("unsupported_type", { detail: `The request must be ${accepted}` });
    }
    const { isUnknown, signed } = sender;
    const held = isUnknown ? bodies.open(signed?.isKnown ?? false) : undefined;
    if (held) res.once("close", held.release);
    const bytes = await readBytes(req, maxBytes, held).catch((error) => {
      // If the client was gone before, "close" has already been emitted.
      held?.release();
      throw error;
    });
    if (signed) {
      signed.checkBody(bytes);
      held?.release();
    }
    return bytes;
  };
}

const cutOff = () => new Refusal("not_readable", { detail: "The body was cut off" });

/**
 * @param held counts the bytes of a sender who is not yet authenticated.
 * @throws Refusal 415 for a compressed body, 413 for more than `maxBytes`, 503 if the body was cut
 * to make room for others.
 */
async function readBytes(
  req: Request,
  maxBytes: number,
  held: HeldBody | undefined,
): Promise<Buffer> {
  if (!/^(identity)?$/i.test(req.get("content-encoding") ?? "")) {
    throw new Refusal("unsupported_type");
  }
  if (Number(req.get("content-length")) > maxBytes) throw new Refusal("too_large");
  // The client has gone since its headers came.
  if (req.destroyed && !req.complete) throw cutOff();

  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    // The rest of a refused body still flows, but nothing listens.
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
      if (length > maxBytes) {
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
