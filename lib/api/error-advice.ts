import type { ErrorCode } from './errors.ts';

interface ErrorAdvice {
  /** The cause, in one sentence. */
  meaning: string;
  /** The advice to the caller, in one or two imperative sentences. */
  fix: string;
}

/** The cause of each error code and the fix, for the guides. */
export const ERROR_ADVICE: Readonly<Record<ErrorCode, ErrorAdvice>> = {
  bad_request: {
    meaning: 'The request is malformed, or its values contradict each other.',
    fix: 'Read `message`: it names the value. Correct the request, because the same request fails again.',
  },
  unauthorized: {
    meaning: 'The API key is missing, unknown, revoked or past its end date, or the session ended.',
    fix: 'Send `Authorization: ApiKey $KEY` with an active key of the environment. Find its state on the page *API keys*.',
  },
  two_step_code_required: {
    meaning: 'The password is correct, and the account uses two-step sign-in.',
    fix: 'Sign in again with the code that the authenticator app shows, or with a recovery code.',
  },
  two_step_code_rejected: {
    meaning: 'The code is wrong, expired or used.',
    fix: 'Wait for the next code. If all codes are rejected, set the clock of the device to automatic.',
  },
  forbidden: {
    meaning: 'The role of the member, or the scope of the API key, does not include this operation.',
    fix: 'Use a key with the scope *All*, or change the role on the page *Members*. Some operations accept sessions only.',
  },
  two_step_setup_required: {
    meaning: 'The organization requires two-step sign-in, and the user has not turned it on.',
    fix: 'Sign in to the dashboard and follow the setup.',
  },
  sign_in_provider_required: {
    meaning: 'The organization requires sign-in with its identity provider, and the session began with a password.',
    fix: 'Sign out, then sign in with the button of the provider.',
  },
  not_found: {
    meaning: 'The environment of the key or page has no such record.',
    fix: 'Compare the ID and the environment: each API key sees only the data of its environment.',
  },
  method_not_allowed: {
    meaning: 'The path exists, but not with this method.',
    fix: 'Use a method that the header `Allow` lists.',
  },
  conflict: {
    meaning: 'The request conflicts with existing data, or a request with the same `Idempotency-Key` is in progress.',
    fix: 'For a duplicate, read the existing record. For a request in progress, repeat after `Retry-After`.',
  },
  precondition_failed: {
    meaning: 'The record changed after the version in `If-Match`.',
    fix: 'Read the record again, apply your change to it, and save with the new `ETag`.',
  },
  payload_too_large: {
    meaning: 'The body is too large, or has too many names and values. A payload may have 512 KiB.',
    fix: 'Send IDs or links instead of documents, and split bulk requests.',
  },
  unsupported_media_type: {
    meaning: 'The body is not JSON.',
    fix: 'Send `Content-Type: application/json`.',
  },
  unprocessable: {
    meaning: 'A value is invalid.',
    fix: 'Read `errors`: it has the problem of each field.',
  },
  too_many_requests: {
    meaning: 'The API key sent more requests than its limit.',
    fix: 'Wait as long as `Retry-After` shows. Use the bulk operations for many records.',
  },
  internal: {
    meaning: 'An unexpected error in Belfry.',
    fix: 'Repeat the request with the same `Idempotency-Key`. If it fails again, search the server log for `requestId`.',
  },
  unavailable: {
    meaning: 'The database or a part of Belfry is not available at the moment.',
    fix: 'Repeat the request after `Retry-After`. An administrator finds the cause on the page *System*, or with `npm run doctor`.',
  },
};
