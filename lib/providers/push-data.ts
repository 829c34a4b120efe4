/** The data of push notifications, of which each vendor takes a few kB only. */
import { listText } from '#lib/text/list-text.ts';
import type { PushMessage } from './message.ts';

export interface FittingData {
  /** Undefined for none. */
  data?: Record<string, unknown> | undefined;
  /** What is left out, and why: a sentence. */
  leftOut?: string | undefined;
}

interface Limits {
  vendor: string;
  /** The most bytes of what `whole` makes with the data, as JSON. */
  bytes: number;
  whole: (data: Record<string, unknown>) => unknown;
  /** Keys that the vendor refuses. */
  reserved?: RegExp;
}

/**
 * The data that the vendor takes. A payload that is too large is left out as a whole: half of it would be wrong. The data of an
 * override stays, so that the vendor's refusal is seen.
 */
export function fittingData({ data, isPayload }: PushMessage, { vendor, bytes, whole, reserved }: Limits): FittingData {
  if (!data) return {};
  const refused = Object.keys(data).filter((key) => reserved?.test(key));
  const kept = Object.fromEntries(Object.entries(data).filter(([key]) => !refused.includes(key)));
  const size = isPayload ? Buffer.byteLength(JSON.stringify(whole(kept))) : 0;
  if (size > bytes) {
    return { leftOut: `the payload makes ${size} bytes, and ${vendor} takes ${bytes}` };
  }
  const named = listText(refused.slice(0, 5));
  return {
    ...(Object.keys(kept).length > 0 && { data: kept }),
    ...(refused.length > 0 && { leftOut: `${vendor} reserves ${named} for itself` }),
  };
}
