import type { z } from "zod";

/**
 * Who may call. `self-or-manager`: the `{id}` of the path is the caller's own, or the caller is
 * a manager. There is no default: an endpoint without it does not compile.
 */
export type Access = "public" | "signed-in" | "manager" | "self-or-manager";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** What of a person carries a version (ETag, If-Match). */
export type Versioned = "schedule" | "profile" | "listings" | "phones";

/**
 * How often one caller may call: at most `points` in `seconds`, counted by `by` and shared by all
 * endpoints that name the same bucket. Managers' own calls are not limited.
 */
export interface RateLimit {
  bucket: string;
  points: number;
  seconds: number;
  by: "address" | "user";
}

/** An endpoint as plain data: the route, the client, the documents and the tests derive from it. */
export interface EndpointData {
  method: Method;
  /** `/psychics/{id}/status`: the path below the API's mount. */
  path: `/${string}`;
  access: Access;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** A quick look in front of `body`'s schema: true only for what the schema takes as it is. */
  isPlainBody?: (body: unknown) => boolean;
  /** Absent: the answer is 204 without a body. */
  response?: z.ZodType;
  /** Default 200 with a `response`, else 204; 302 leads elsewhere. */
  status?: 200 | 201 | 202 | 204 | 302;
  /** Statuses of refusal beyond those every endpoint of its access has, for the documents. */
  refuses?: readonly number[];
  limits?: readonly RateLimit[];
  /** At most so many are worked on at a time in a process, however many come: others wait in line. */
  atOnce?: number;
  /** The answer (GET) or the write belongs to a version; `{id}` or the caller owns it. */
  versioned?: Versioned;
  /** Asked every few seconds: no action of a person, so it never extends a session. */
  polled?: true;
  /** Answered with an ETag, and 304 to who has it: `private, no-cache` instead of `no-store`. */
  revalidated?: true;
  /** Phones may keep the answer for its user (D38). */
  keepOffline?: true;
  /** The edit may wait in a phone's queue (D39). */
  queueable?: true;
  /** Ignores Idempotency-Key: an answer that must not be kept, or is idempotent by itself. */
  unkeyed?: true;
  /** The handler opens its own transactions (slow hashing, or one statement that does it all). */
  ownTransaction?: true;
  /** A write about a psychic that stays possible while the account may not be edited (D4). */
  openWhileBlocked?: true;
  /** The write is about the caller's own account, by the rules of writes under `/psychics/{id}/`. */
  aboutCaller?: true;
  /** `{id}` may also be the calling manager's own id. */
  takesManagers?: true;
  /** Only for a session that a recovery link gave its grant (D9). */
  needsGrant?: true;
  /** No session is looked at, so that it is answered also while the database is away. */
  sessionless?: true;
  /** Authenticated by a Standard Webhooks signature instead of a session and an Origin. */
  signedBy?: "platform";
  /** Answers with this media type instead of JSON. */
  produces?: string;
  /** What it produces may be asked for by byte ranges: 206 beside 200, and 416. */
  ranged?: true;
  /**
   * Takes multipart/form-data with one picture, `image`, instead of JSON. It is cut to its sizes
   * before the write's transaction begins.
   */
  accepts?: "picture";
  /** Largest body in bytes; default 16 kB, more only where a whole form needs it. */
  maxBody?: number;
  /** How many wrong places a refusal names at most; default 50. */
  placesAtMost?: number;
}

export type EndpointGroup = Record<string, EndpointData>;

/** Declares a feature's endpoints; keeps each one's exact schemas in the type. */
export function defineEndpoints<const G extends EndpointGroup>(group: G): G {
  return group;
}

type Out<S> = S extends z.ZodType ? z.output<S> : undefined;
type In<S> = S extends z.ZodType ? z.input<S> : undefined;

export type ParamsOf<E extends EndpointData> = Out<E["params"]>;
export type QueryOf<E extends EndpointData> = Out<E["query"]>;
export type BodyOf<E extends EndpointData> = Out<E["body"]>;
export type ResponseOf<E extends EndpointData> = Out<E["response"]>;

type Given<K extends string, S> = S extends z.ZodType
  ? Record<never, never> extends In<S>
    ? { [P in K]?: In<S> }
    : { [P in K]: In<S> }
  : Record<never, never>;

/** What a caller gives: path parameters, query and body as they stand before parsing. */
export type RequestOf<E extends EndpointData> = Given<"params", E["params"]> &
  Given<"query", E["query"]> &
  Given<"body", E["body"]>;

/** The status of success. */
export function successStatus(endpoint: EndpointData): number {
  return endpoint.status ?? (endpoint.response || endpoint.produces ? 200 : 204);
}
