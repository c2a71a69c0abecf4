import type { z } from "zod";
import type { Capability } from "../rules/staff.ts";

/**
 * The callers that an endpoint admits. `staff`: staff with the capability `needs`. `self-or-staff`:
 * the same staff, and the user whose id is `{id}`. There is no default: an endpoint without `access`
 * does not compile, nor does one for staff without `needs`.
 */
export type Access =
  | { access: "public" | "signed-in"; needs?: undefined }
  | { access: "staff" | "self-or-staff"; needs: Capability };

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** The resources with a version (ETag, If-Match); each belongs to one user. */
export type Versioned = "schedule" | "profile" | "listings" | "phones" | "exceptions";

/**
 * At most `points` calls in `seconds`, counted per address or per user. Endpoints that name the
 * same bucket share the count. Calls by staff are not limited, except as `guesses` says.
 */
export interface RateLimit {
  bucket: string;
  points: number;
  seconds: number;
  by: "address" | "user";
  /** The capability to see what a caller could guess with these calls. Limits staff without it. */
  guesses?: Capability;
}

/**
 * The psychic whom a write changes. The route locks that psychic's row, so writes about one psychic
 * run one after another, and refuses the write while the account may not be edited (D4).
 */
export interface AboutPsychic {
  /** Whether `{id}` of the path or the caller is the psychic. */
  psychic: "id" | "caller";
  /** Allows the write while the account may not be edited. */
  openWhileBlocked?: true;
  /** Allows the calling manager's own id in place of a psychic's. */
  orManager?: true;
}

/** The checks of a request body. */
export interface BodyChecks {
  /** The largest body in bytes. Default 16 kB; more only where a whole form needs it. */
  maxBytes?: number;
  /** How many values the body may have; default 5,000. */
  valuesAtMost?: number;
  /** Fast path: true only if `body` would accept the value unchanged. */
  isPlain?: (body: unknown) => boolean;
  /** A 422 names at most this many wrong fields; default 50. */
  errorsAtMost?: number;
}

/** An endpoint as plain data. The route, the client, the documents and the tests derive from it. */
export type EndpointData = EndpointFacts & Access;

interface EndpointFacts {
  method: Method;
  /** The path below the API's mount: `/psychics/{id}/status`. */
  path: `/${string}`;
  summary: string;

  // Access (see also `Access`)
  /**
   * `none` reads no session, so that the endpoint works while the database is away. `grant` needs a
   * session to which a recovery link gave its grant (D9).
   */
  session?: "none" | "grant";
  /** Also admits a user whose sign-in waits for a first passkey or code app (D53). */
  forSetup?: true;
  /**
   * Authenticated by a signature instead of a session and an Origin: `platform` by a Standard Webhooks
   * signature, `address` by the address itself, which the portal gave to the platform.
   */
  signedBy?: "platform" | "address";
  limits?: readonly RateLimit[];
  /** How many calls one process works on at the same time; the others queue. */
  atOnce?: number;
  /** Open pages call it every minute or more often: does not count as activity. */
  polled?: true;

  // Input
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  bodyChecks?: BodyChecks;
  /**
   * Instead of JSON. `picture`: multipart/form-data with one picture, `image`. `recording`:
   * `audio/wav`, which the handler reads as a stream.
   */
  accepts?: "picture" | "recording";

  // Writes
  about?: AboutPsychic;
  /** A GET returns this resource, a write changes it; it belongs to `{id}` or to the caller. */
  versioned?: Versioned;
  /** Ignores Idempotency-Key, because a repeat does no harm or the answer must not be stored. */
  unkeyed?: true;
  /** The handler opens its own transactions (slow hashing, or one statement that does it all). */
  ownTransaction?: true;

  // Output
  /** Absent: the answer has no JSON body. */
  response?: z.ZodType;
  /** Default 200 with a `response` or `produces`, else 204; 302 redirects. */
  status?: 200 | 201 | 202 | 204 | 302;
  /** For the documents: statuses of refusals that do not follow from the other fields. */
  refuses?: readonly number[];
  /** Answers with this media type instead of JSON. */
  produces?: { type: string; byRanges?: true };
  /** The answer may be ten seconds old: it comes from a replica if there is one (D49). */
  mayLag?: true;
  /** The answer has a PIN, so no browser may store it: `no-store`, even with an ETag. */
  hasPin?: true;
  /** Answers with an ETag or 304: `private, no-cache` instead of `no-store`. */
  revalidated?: true;

  // On a phone
  /** Phones may store the answer for its user (D38). */
  keepOffline?: true;
  /** Phones may queue the edit while the server is out of reach (D39). */
  queueable?: true;
}

/** Whether calls of an endpoint change something. */
export const isWrite = ({ method }: Pick<EndpointData, "method">): boolean => method !== "GET";

export type EndpointGroup = Record<string, EndpointData>;

/** Declares a feature's endpoints and keeps the exact schemas in the type. */
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

/** The caller's input before parsing: path parameters, query and body. */
export type RequestOf<E extends EndpointData> = Given<"params", E["params"]> &
  Given<"query", E["query"]> &
  Given<"body", E["body"]>;

/** The status of success. */
export function successStatus(endpoint: EndpointData): number {
  return endpoint.status ?? (endpoint.response || endpoint.produces ? 200 : 204);
}
