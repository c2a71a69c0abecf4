import type { Request, Response } from "express";
import { type EndpointData, isWrite } from "#shared/http/endpoint.ts";
import { findRecord, idempotencyKey, type KeyedRequest } from "../idempotency.ts";
import { readParts } from "../multipart.ts";
import { allowLongBody } from "../open-server.ts";
import { parse, parseBody, readJson, refuseDepth, refuseUnstorable } from "../parse.ts";
import { cutPicture, digestOf, type Picture } from "../picture.ts";
import { bodyReaderOf } from "../read-body.ts";
import type { RouteContext } from "../route-context.ts";
import { checkUploadHeaders } from "../upload-address.ts";
import type { Admitted } from "./admit.ts";

const defaultValuesAtMost = 5_000;

/** A request, parsed. */
export interface Input {
  params: { id?: unknown } | undefined;
  query: unknown;
  body: unknown;
  picture: Picture | undefined;
  /** The request under its idempotency key, if it has one. */
  keyed: KeyedRequest | undefined;
}

/** The second stage. @throws Refusal 415, 413, 400 or 422, in this order. */
export function inputReaderOf(endpoint: EndpointData, { services, bodies }: RouteContext) {
  const isPicture = endpoint.accepts === "picture";
  const readBytes = bodyReaderOf(endpoint, bodies);
  const isPlain = endpoint.bodyChecks?.isPlain ?? (() => false);

  return async (req: Request, res: Response, admitted: Admitted): Promise<Input> => {
    if (!isWrite(endpoint)) {
      const { params, query } = readAddress(req);
      return { params, query, body: undefined, picture: undefined, keyed: undefined };
    }
    if (endpoint.accepts === "recording") {
      checkUploadHeaders(req);
      allowLongBody(req);
      return { ...readAddress(req), body: undefined, picture: undefined, keyed: undefined };
    }
    const { viewer, signed, onlyAsRepeat } = admitted;
    const bytes = await readBytes(req, res, { isUnknown: !viewer, signed });
    const sent = isPicture
      ? await readParts(req.get("content-type") ?? "", bytes)
      : readJson(bytes, endpoint.bodyChecks?.valuesAtMost ?? defaultValuesAtMost);
    const key = endpoint.unkeyed ? undefined : idempotencyKey(req);
    const { params, query } = readAddress(req);
    const body = isPicture ? parseBody(endpoint.body, sent) : checkJson(sent, bytes);
    const image = isPicture ? (body as { image: File }).image : undefined;
    const keyed: KeyedRequest | undefined =
      key === undefined
        ? undefined
        : {
            userId: viewer?.userId ?? 0,
            key,
            method: req.method,
            path: req.originalUrl.slice(req.baseUrl.length),
            // The picture's digest: a repeat of a multipart body may have another boundary.
            body: image ? await digestOf(image) : sent,
          };
    if (onlyAsRepeat && !(keyed && onlyAsRepeat.isRepeat(keyed))) throw onlyAsRepeat.refusal;
    const picture = image && (await cutUnlessRepeat(image, keyed, req));
    return { params, query, body, picture, keyed };
  };

  function readAddress(req: Request) {
    if (req.url.includes("%00")) {
      refuseUnstorable(req.params, "not_readable");
      refuseUnstorable(req.query);
    }
    return {
      params: parse(endpoint.params, req.params, "not_readable"),
      query: parse(endpoint.query, req.query),
    };
  }

  function checkJson(sent: unknown, bytes: Buffer): unknown {
    const plain = isPlain(sent);
    if (!plain) refuseDepth(sent);
    // In valid UTF-8, only an escape or a NUL byte can give a text that PostgreSQL cannot store.
    if (bytes.includes("\\u") || bytes.includes("\0")) refuseUnstorable(sent);
    return plain ? sent : parseBody(endpoint.body, sent);
  }

  /** Cutting takes a core, and a repeat needs no picture: its answer is in the record. */
  async function cutUnlessRepeat(image: File, keyed: KeyedRequest | undefined, req: Request) {
    const isRepeat = keyed && (await findRecord(services, keyed.userId, req));
    return keyed && isRepeat?.(keyed) ? undefined : cutPicture(image);
  }
}
