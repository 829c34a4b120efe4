/**
 * - `rejected`: this message is wrong and will stay wrong.
 * - `auth`: the credentials are wrong until somebody changes them.
 * - `configuration`: the integration holds something that cannot be used, such as a port that is none. Nothing was sent.
 * - `rate_limited`: too many messages at once.
 * - `unavailable`: unreachable, no answer in time, or a server error. Another attempt may succeed.
 * - `token_gone`: the device or the address no longer exists and must be removed.
 * - `blocked`: the outbound guard did not allow the address (`OUTBOUND_ALLOW`).
 */
export const PROVIDER_ERROR_KINDS = [
  'rejected',
  'auth',
  'configuration',
  'rate_limited',
  'unavailable',
  'token_gone',
  'blocked',
] as const;
export type ProviderErrorKind = (typeof PROVIDER_ERROR_KINDS)[number];
