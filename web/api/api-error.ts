import { type ErrorCode, errorCatalogue, type Problem } from "#shared/http/errors.ts";

/** Every code of the server, and `offline`: no answer came. */
export type FailureCode = ErrorCode | "offline";

/** A failed call. `status` is 0 where no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: FailureCode;
  readonly problem: Problem | null;
  /** The server's current ETag, where the refusal is about a version. */
  readonly version: string | null;

  constructor(
    status: number,
    code: FailureCode,
    problem: Problem | null = null,
    version: string | null = null,
  ) {
    super(problem?.title ?? code);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.problem = problem;
    this.version = version;
  }
}

const prefix = "urn:problem:";

const isCode = (text: string): text is ErrorCode => Object.hasOwn(errorCatalogue, text);

/** For an answer that is not ours, such as a proxy's: only its status is known. */
function codeOfStatus(status: number): ErrorCode {
  const codes = Object.keys(errorCatalogue).filter(isCode);
  const known = codes.find((code) => errorCatalogue[code].status === status);
  if (known) return known;
  if (status === 502 || status === 504) return "unavailable";
  return status >= 500 ? "internal" : "not_readable";
}

function isProblem(value: unknown): value is Problem {
  return (
    typeof value === "object" &&
    value !== null &&
    "type" in value &&
    typeof value.type === "string" &&
    value.type.startsWith(prefix) &&
    isCode(value.type.slice(prefix.length))
  );
}

/** The error in a response that is not a success. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  if (!isProblem(body)) return new ApiError(response.status, codeOfStatus(response.status));
  const code = body.type.slice(prefix.length);
  const known = isCode(code) ? code : codeOfStatus(response.status);
  return new ApiError(response.status, known, body, response.headers.get("ETag"));
}

/**
 * Whether the server cannot be reached, fails or cannot read the request. A persistent notice then
 * says so; the calling screen shows refusals (422, 409 and others). An error in our own code, such
 * as a TypeError, does not count: it says nothing about the network.
 */
export function isCommunicationFailure(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === "offline" || error.code === "not_readable" || error.status >= 500;
}
