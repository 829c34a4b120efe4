/**
 * - `rejected`: this message is wrong and will stay wrong.
 * - `recipient`: the recipient's connection takes no message until the recipient changes something. The integration is right.
 * - `auth`: the credentials are wrong until the customer changes them.
 * - `account`: the vendor knows the credentials, and its account may not send: no credit, a plan's end, a sender that is not
 *   verified, a permission that is missing.
 * - `configuration`: the integration holds something that cannot be used, such as a port that is none. Nothing was sent.
 * - `rate_limited`: too many messages at once.
 * - `deferred`: the recipient’s mailbox takes no message for now, such as a full one. The provider works.
 * - `unavailable`: unreachable, no answer in time, or a server error. Another attempt may succeed.
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
