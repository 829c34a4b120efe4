/**
 * - `rejected`: this message is wrong and will stay wrong.
 * - `recipient`: the recipient's connection accepts no message until the recipient changes something. The integration
 *   is correct.
 * - `auth`: the credentials are wrong until the customer changes them.
 * - `account`: the credentials are valid, but the account is not allowed to send: no credit, an ended plan, an
 *   unverified sender, a missing permission.
 * - `configuration`: a setting of the integration is invalid, such as a port. Nothing was sent.
 * - `rate_limited`: too many messages in a short time.
 * - `deferred`: the recipient’s mailbox currently accepts no message, for example because it is full. The provider
 *   works.
 * - `unavailable`: unreachable, no response in time, or a server error. A retry may succeed.
 * - `token_gone`: the device or the address no longer exists and must be removed.
 * - `blocked`: the outbound guard did not allow the address (`OUTBOUND_ALLOW`).
 */
export const PROVIDER_ERROR_KINDS = [
  'rejected',
  'recipient',
  'auth',
  'account',
  'configuration',
  'rate_limited',
  'deferred',
  'unavailable',
  'token_gone',
  'blocked',
] as const;
export type ProviderErrorKind = (typeof PROVIDER_ERROR_KINDS)[number];
