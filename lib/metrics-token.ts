import { timingSafeEqual } from 'node:crypto';
import { sha256Hex } from './crypto.ts';
import { env } from './env.ts';

/** Whether the header `authorization` contains the configured token, if any. Takes the same time for every header. */
export function mayReadMetrics(authorization = ''): boolean {
  const token = env().METRICS_TOKEN;
  if (token === undefined) return true;
  const [sent, expected] = [authorization, `Bearer ${token}`].map((text) => Buffer.from(sha256Hex(text)));
  return sent !== undefined && expected !== undefined && timingSafeEqual(sent, expected);
}
