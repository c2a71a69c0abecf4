import type { Request, Response } from "express";
import type { Knex } from "knex";
import type {
  BodyOf,
  EndpointData,
  EndpointGroup,
  ParamsOf,
  QueryOf,
  ResponseOf,
} from "#shared/http/endpoint.ts";
import type { Brand } from "#shared/reference/brands.ts";
import type { Services } from "../services.ts";
import type { Trace } from "./audit.ts";
import type { Devices } from "./devices.ts";
import { pack } from "./gzip.ts";
import type { Limits } from "./limits.ts";
import type { Picture } from "./picture.ts";

/** Who calls. */
export interface Viewer {
  userId: number;
  role: "manager" | "psychic";
}

/** What a handler is given: everything parsed, access decided. */
export interface Call<E extends EndpointData> extends Services {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** The picture that was sent in, cut to its sizes. */
  picture: E["accepts"] extends "picture" ? Picture : undefined;
  /** Null only for a visitor of a public endpoint. */
  viewer: E["access"] extends "public" ? Viewer | null : Viewer;
  brand: Brand;
  /**
   * Knex, or for a write (unless `ownTransaction`) the transaction that holds the write, its
   * idempotency record, its audit rows and its jobs.
   */
  sql: Knex;
  /** For limits that depend on what a request says. A point taken stays taken after a refusal. */
  limits: Limits;
  /** Browsers that signed in to an account before. */
  devices: Devices;
  /** The caller's address, through the trusted proxies. */
  address: string;
  /** Where the request came from, for a row of the audit trail that `audit` does not write. */
  trace: Trace | null;
  /** Writes a row of the audit trail, in the same transaction. */
  audit(action: string, subjectId: number | null, detail?: Record<string, unknown>): Promise<void>;
  req: Request;
  res: Response;
}

/** An answer with more than a body. */
export class Reply<T> {
  readonly body: T;
  /** Strong, quotes included. */
  readonly etag: string | undefined;

  constructor(body: T, etag?: string) {
    this.body = body;
    this.etag = etag;
  }
}

/**
 * An answer that is kept as the bytes it is sent as, packed once too. What makes it names every
 * key itself, since no schema shapes it any more.
 */
export class KeptReply {
  readonly json: Buffer;
  /** Strong, quotes included. */
  readonly etag: string;
  #packed: Promise<Buffer> | undefined;

  constructor(json: Buffer, etag: string) {
    this.json = json;
    this.etag = etag;
  }

  packed(): Promise<Buffer> {
    this.#packed ??= pack(this.json);
    return this.#packed;
  }
}

export type Answer<E extends EndpointData> = E["produces"] extends string
  ? undefined
  : ResponseOf<E> | Reply<ResponseOf<E>> | KeptReply;

export type Handler<E extends EndpointData> = (call: Call<E>) => Promise<Answer<E>> | Answer<E>;

/** One handler for each endpoint of a group: a missing one does not compile. */
export type Handlers<G extends EndpointGroup> = { [K in keyof G]: Handler<G[K]> };
