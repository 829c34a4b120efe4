/** The one error class of the API. Services throw it, and `lib/api/route.ts` turns it into a response. */

export const statusOf = {
  bad_request: 400,
  unauthorized: 401,
  /** The password is correct, but sign-in needs a code too. */
  two_step_code_required: 401,
  two_step_code_rejected: 401,
  forbidden: 403,
  /** The organization requires two-step sign-in, and the user has not set it up. */
  two_step_setup_required: 403,
  /** The organization requires a sign-in provider, but the user signed in with a password. */
  sign_in_provider_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  unprocessable: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusOf;

/** Problems by field. Nested fields are written `a.b`, elements `a.0`. */
export type FieldErrors = Record<string, { messages: string[] }>;

export interface ApiErrorDetails {
  /** Present in every body with status 422, and empty by default. */
  errors?: FieldErrors;
  /** Additional keys of the error body. They cannot replace the keys that every error body has. */
  extra?: Record<string, unknown>;
  /** Further response headers, such as `retry-after`. */
  headers?: Record<string, string>;
  cause?: unknown;
}

export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: FieldErrors | undefined;
  readonly extra: Record<string, unknown> | undefined;
  readonly headers: Record<string, string> | undefined;

  constructor(code: ErrorCode, message: string, details: ApiErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.status = statusOf[code];
    this.errors = details.errors ?? (this.status === 422 ? {} : undefined);
    this.extra = details.extra;
    this.headers = details.headers;
  }
}

export interface ErrorBody {
  statusCode: number;
  timestamp: string;
  path: string;
  message: string;
  code: ErrorCode;
  requestId: string;
  errors?: FieldErrors;
}

/** @param path the path of the request with its query, without the origin. */
export function errorBody(error: ApiError, path: string, requestId: string): ErrorBody {
  return {
    ...error.extra,
    statusCode: error.status,
    timestamp: new Date().toISOString(),
    path,
    message: error.message,
    code: error.code,
    requestId,
    ...(error.errors && { errors: error.errors }),
  };
}

/** Returns a 422 about one field. */
export function fieldError(field: string, message: string): ApiError {
  return new ApiError('unprocessable', 'Validation Error', { errors: { [field]: { messages: [message] } } });
}
