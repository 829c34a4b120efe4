/**
 * - `rejected`: this message is wrong, and stays so.
 * - `auth`: the credentials are wrong, and stay so until somebody changes them.
 * - `rate_limited`: too much at once.
 * - `unavailable`: not reached, no answer in time, or an answer of failure: another attempt may succeed.
 * - `token_gone`: the device or the address no longer exists and is to be forgotten.
 * - `blocked`: the outbound guard refused the address (`OUTBOUND_ALLOW`).
 */
export const PROVIDER_ERROR_KINDS = [
  'rejected',
  'auth',
  'rate_limited',
  'unavailable',
  'token_gone',
  'blocked',
] as const;
export type ProviderErrorKind = (typeof PROVIDER_ERROR_KINDS)[number];
