/**
 * All refusals. The server sends `urn:problem:<code>`; the browser has a sentence for every code (a
 * code without a sentence does not compile).
 */
export const errorCatalogue = {
  not_readable: { status: 400, title: "The request could not be read" },
  not_signed_in: { status: 401, title: "Not signed in" },
  not_allowed: { status: 403, title: "Not allowed" },
  not_found: { status: 404, title: "Not found" },
  wrong_method: { status: 405, title: "This method is not possible here" },
  state_forbids: { status: 409, title: "Not possible in the current state" },
  confirmation_needed: { status: 409, title: "Confirm it is you" },
  // The password was right. `current` says which factors the user can use here.
  factor_needed: { status: 409, title: "Confirm it is you" },
  // The password was right, but this user must first add a passkey or a code app.
  factor_setup_needed: { status: 409, title: "Add a passkey or a code app" },
  other_user: { status: 409, title: "Another user is signed in" },
  stale_version: { status: 412, title: "Somebody else has changed this" },
  condition_failed: { status: 412, title: "A condition of the request is not met" },
  too_large: { status: 413, title: "The request is too large" },
  unsupported_type: { status: 415, title: "This type of content is not accepted here" },
  invalid: { status: 422, title: "Some fields are not valid" },
  key_reused: { status: 422, title: "Idempotency key reused" },
  range_not_satisfiable: { status: 416, title: "Range not satisfiable" },
  too_many: { status: 429, title: "Too many requests" },
  internal: { status: 500, title: "Something went wrong on our side" },
  misconfigured: { status: 500, title: "The portal is not configured correctly" },
  unavailable: { status: 503, title: "The service is not available right now" },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** An invalid field: `path` is dotted (`profile.first`, `schedule.3.to`). */
export interface FieldError {
  path: string;
  code: string;
  message: string;
}

/** The body of every refusal (RFC 9457, `application/problem+json`). */
export interface Problem {
  type: `urn:problem:${ErrorCode}`;
  title: string;
  status: number;
  detail?: string;
  errors?: FieldError[];
  /** With 412 and some 409: the current representation. */
  current?: unknown;
}
