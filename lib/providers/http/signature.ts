import { createHmac } from 'node:crypto';
import { textOf } from '#lib/providers/credential.ts';
import { serviceName } from '#lib/providers/service-name.ts';
import type { Credentials, Signable } from './http.ts';
import { signatureV2 } from './signed-request.ts';

/**
 * Returns the signature headers: `X-<service>-Signature`, the HMAC-SHA-256 of the body's bytes in hex, keyed with the
 * integration's secret, and `X-<service>-Signature-V2`, which also covers time, method and URL. Empty without a secret.
 */
export function signature({ method, url, body, now }: Signable, credentials: Credentials): Record<string, string> {
  const secret = textOf(credentials, 'secretKey');
  if (secret === '') return {};
  const name = `x-${serviceName()}-signature`;
  return {
    [name]: createHmac('sha256', secret).update(body, 'utf8').digest('hex'),
    [`${name}-v2`]: signatureV2(secret, { method, url, body, now }),
  };
}
