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
import type { AuditActionName } from "#shared/rules/audit-actions.ts";
import type { StaffRole } from "#shared/rules/staff.ts";
import type { Services } from "../services.ts";
import type { Trace } from "./audit.ts";
import type { Devices } from "./devices.ts";
import type { EventFeed } from "./event-stream.ts";
import { gzip } from "./gzip.ts";
import type { Limits } from "./limits.ts";

/** The caller. */
export interface Viewer {
  userId: number;
  /** The area that the caller uses. All staff use the managers' area. */
  role: "manager" | "psychic";
  /** The caller's staff role. Null for a psychic. */
  staffRole: StaffRole | null;
}

/** The argument of a handler: parsed input of a caller who has access. */
export interface Call<E extends EndpointData> extends Services {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** The name of the uploaded picture, whose files are stored. */
  picture: E["accepts"] extends "picture" ? string : undefined;
  /** Null only for a visitor of a public endpoint. */
  viewer: E["access"] extends "public" ? Viewer | null : Viewer;
  brand: Brand;
  /**
   * Knex, or for a write (unless `ownTransaction`) the transaction that holds the write, its
   * idempotency record, its audit rows and its jobs.
   */
  sql: Knex;
  /** For limits that depend on the input. A refusal does not give points back. */
  limits: Limits;
  /** Recognizes browsers that have signed in before. */
  devices: Devices;
  /** The caller's address, through the trusted proxies. */
  address: string;
  /** Where the request came from, for audit rows that `audit` does not write. */
  trace: Trace | null;
  /** Writes an audit row in the same transaction. */
  audit(
    action: AuditActionName,
    subjectId: number | null,
    detail?: Record<string, unknown>,
  ): Promise<void>;
  req: Request;
  res: Response;
}

/** An answer with an ETag. */
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
 * An answer that is cached as bytes, plain and gzipped. No schema removes extra keys from it: the
 * code that builds the bytes chooses the keys.
 */
export class CachedReply {
  readonly bytes: Buffer;
  /** Strong, quotes included. */
  readonly etag: string;
  #gzipped: Promise<Buffer> | undefined;

  constructor(bytes: Buffer, etag: string) {
    this.bytes = bytes;
    this.etag = etag;
  }

  gzipped(): Promise<Buffer> {
    this.#gzipped ??= gzip(this.bytes);
    return this.#gzipped;
  }
}

export type Answer<E extends EndpointData> = E["produces"] extends { type: "text/event-stream" }
  ? EventFeed
  : E["produces"] extends object
    ? undefined
    : ResponseOf<E> | Reply<ResponseOf<E>> | CachedReply;

export type Handler<E extends EndpointData> = (call: Call<E>) => Promise<Answer<E>> | Answer<E>;

/** A handler whose endpoint is not known to the compiler. */
export type AnyHandler = (call: Call<EndpointData>) => unknown;

/** One handler for each endpoint of a group: a missing one does not compile. */
export type Handlers<G extends EndpointGroup> = { [K in keyof G]: Handler<G[K]> };
