import { createHmac } from 'node:crypto';
import { textOf } from './credential.ts';
import type { Credentials, Signable } from './http.ts';
import { serviceName } from './service-name.ts';

/**
 * `X-<service>-Signature`: HMAC-SHA-256 of the body's bytes with the integration's secret, in hex. Absent without a
 * secret.
 */
export function signature({ body }: Signable, credentials: Credentials): Record<string, string> {
  const secret = textOf(credentials, 'secretKey');
  if (secret === '') return {};
  return { [`x-${serviceName()}-signature`]: createHmac('sha256', secret).update(body, 'utf8').digest('hex') };
}
