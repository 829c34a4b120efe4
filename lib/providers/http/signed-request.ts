import { createHmac } from 'node:crypto';

interface SignedRequest {
  method: string;
  /** The called URL, with its query. */
  url: string;
  body: string;
  now: Date;
}

/**
 * Returns the second version of a signature, `t=<milliseconds>,v2=<hex>`: HMAC-SHA-256 of `<t>.<METHOD>.<URL>.<body>`.
 * The signature is bound to one request, so an intercepted signature is useless for another path.
 */
export function signatureV2(secret: string, { method, url, body, now }: SignedRequest): string {
  const time = now.getTime();
  const signed = [time, method.toUpperCase(), url, body].join('.');
  return `t=${time},v2=${createHmac('sha256', secret).update(signed, 'utf8').digest('hex')}`;
}
