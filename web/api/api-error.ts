import { type ErrorCode, errorCatalogue, type Problem } from "#shared/http/errors.ts";

/** Every code the server knows, and `offline`: the call never got an answer. */
export type FailureCode = ErrorCode | "offline";

/** A call that did not succeed. `status` is 0 where no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: FailureCode;
  readonly problem: Problem | null;
  /** The ETag of what stands now, where the refusal is about a version. */
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

/** Something between us and the server answered, a proxy for one: its status must do. */
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

/** The error that a refusing response stands for. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  if (!isProblem(body)) return new ApiError(response.status, codeOfStatus(response.status));
  const code = body.type.slice(prefix.length);
  const known = isCode(code) ? code : codeOfStatus(response.status);
  return new ApiError(response.status, known, body, response.headers.get("ETag"));
}

/**
 * A server that cannot be reached or fails: what the persistent notice is for. Refusals that
 * tell the user something (422, 409 and their like) belong to the screen that asked. An error of
 * our own code (a TypeError, say) is neither: nobody shall look for it in the network.
 */
export function isCommunicationFailure(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === "offline" || error.code === "not_readable" || error.status >= 500;
}
