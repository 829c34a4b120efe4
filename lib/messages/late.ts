import { MIN_LATE_MS } from '#lib/notifications/min-late.ts';
import type { Message } from './schema.ts';

/**
 * Returns the milliseconds from the first attempt of a message, which is its creation, until it was sent. Undefined
 * below a minute, and if it was not sent.
 */
export function lateBy({
  status,
  createdAt,
  sentAt,
}: Pick<Message, 'status' | 'createdAt' | 'sentAt'>): number | undefined {
  if (status !== 'sent' || !sentAt) return undefined;
  const delay = Date.parse(sentAt) - Date.parse(createdAt);
  return delay >= MIN_LATE_MS ? delay : undefined;
}
