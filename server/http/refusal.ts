import { type ErrorCode, errorCatalogue, type FieldError } from "#shared/http/errors.ts";

/** Thrown to refuse a request; `http/errors.ts` turns it into a problem document. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldError[] | undefined;
  readonly current: unknown;
  readonly retryAfter: number | undefined;
  readonly etag: string | undefined;

  constructor(
    code: ErrorCode,
    more: {
      detail?: string;
      errors?: FieldError[];
      current?: unknown;
      /** Seconds. */
      retryAfter?: number;
      etag?: string;
    } = {},
  ) {
    super(more.detail ?? errorCatalogue[code].title);
    this.code = code;
    this.errors = more.errors;
    this.current = more.current;
    this.retryAfter = more.retryAfter;
    this.etag = more.etag;
  }
}

/** 422 that names one wrong field. */
export function invalid(path: string, message: string, code = "invalid"): Refusal {
  return new Refusal("invalid", { errors: [{ path, code, message }] });
}
