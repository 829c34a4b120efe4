/** The data of push notifications. Each vendor limits it to a few kB. */
import { listText } from '#lib/text/list-text.ts';
import type { PushMessage } from './message.ts';

export interface FittingData {
  /** The data to send. Undefined if there is none. */
  data?: Record<string, unknown> | undefined;
  /** A sentence about the omitted data and the reason. */
  leftOut?: string | undefined;
}

interface Limits {
  vendor: string;
  /** Maximum bytes of the JSON that `whole` returns. */
  bytes: number;
  whole: (data: Record<string, unknown>) => unknown;
  /** Keys that the vendor refuses. */
  reserved?: RegExp;
}

/**
 * Returns the data that the vendor accepts. A payload that is too large is omitted completely, because a part of it
 * would be wrong. Data from an override is kept whatever its size, so that the vendor's refusal is visible.
 */
export function fittingData({ data, isPayload }: PushMessage, { vendor, bytes, whole, reserved }: Limits): FittingData {
  if (!data) return {};
  const refused = Object.keys(data).filter((key) => reserved?.test(key));
  const kept = Object.fromEntries(Object.entries(data).filter(([key]) => !refused.includes(key)));
  const size = isPayload ? Buffer.byteLength(JSON.stringify(whole(kept))) : 0;
  if (size > bytes) {
    return { leftOut: `the payload has ${size} bytes, and ${vendor} accepts ${bytes}` };
  }
  const named = listText(refused.slice(0, 5));
  return {
    ...(Object.keys(kept).length > 0 && { data: kept }),
    ...(refused.length > 0 && { leftOut: `${vendor} reserves ${named} for itself` }),
  };
}
