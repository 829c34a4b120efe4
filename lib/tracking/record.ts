import { LRUCache } from 'lru-cache';
import { sha256Hex } from '#lib/crypto.ts';
import { storeEvents } from '#lib/delivery-events/store.ts';
import { idTime } from '#lib/id.ts';
import { logger } from '#lib/logger.ts';
import { prisma } from '#lib/postgres/db.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import type { TrackedMessage } from './token.ts';

/** Days after a message in which its open and click events are recorded. */
const RECORDED_DAYS = 365;
/** Milliseconds within which equal open or click events count once, because mail programs load images several times. */
const AGAIN_MS = 60_000;
/**
 * The maximum number of events that one process records for a message in a day. Anyone who has the email can request
 * its links.
 */
const MOST_A_DAY = 50;
/**
 * The maximum number of events that one process writes at the same time. Further events are dropped, so that they
 * cannot hold up the API.
 */
const MOST_AT_ONCE = 20;

const recent = new LRUCache<string, true>({ max: 50_000, ttl: AGAIN_MS });
const counts = new LRUCache<string, number>({ max: 50_000, ttl: DAY_MS, noUpdateTTL: true });
const existing = new LRUCache<string, boolean>({ max: 1_000, ttl: AGAIN_MS });
let writing = 0;

/** Whether the environment still exists, as of the last minute. */
export async function environmentExists(id: string): Promise<boolean> {
  const known = existing.get(id);
  if (known !== undefined) return known;
  const found = (await prisma().environment.findFirst({ where: { id }, select: { id: true } })) !== null;
  existing.set(id, found);
  return found;
}

/**
 * Records in the background that a recipient opened a message, or clicked a link. A worker then finds the message.
 * Events of deleted messages have no effect.
 *
 * @param target the address of a clicked link.
 */
export function recordTracked(tracked: TrackedMessage, request: Request, target?: string): void {
  const { environmentId, messageId, integrationId } = tracked;
  const at = new Date();
  if (isPrefetch(request) || at.getTime() - idTime(messageId).getTime() > RECORDED_DAYS * DAY_MS) return;
  const kind = target === undefined ? 'opened' : 'clicked';
  const key = `${kind} ${environmentId} ${messageId} ${target ?? ''}`;
  const count = counts.get(`${environmentId} ${messageId}`) ?? 0;
  if (recent.has(key) || count >= MOST_A_DAY || writing >= MOST_AT_ONCE) return;
  recent.set(key, true);
  counts.set(`${environmentId} ${messageId}`, count + 1);
  // The host only: paths and queries may contain secrets of the recipient.
  const words = target && new URL(target).host;
  const event = {
    // The ID is the same in all processes within a minute.
    id: sha256Hex(`${key} ${Math.floor(at.getTime() / AGAIN_MS)}`),
    kind,
    at,
    messageId,
    ...(words && { words }),
    raw: { source: 'Belfry' },
  } as const;
  writing++;
  storeEvents({ environmentId, integrationId }, [event], at)
    .catch((error: unknown) => logger().warn({ error }, 'Failed to save an email open or click event'))
    .finally(() => {
      writing--;
    });
}

/** Whether a program requested the address automatically, without a person who opened it. */
function isPrefetch({ method, headers }: Request): boolean {
  if (method !== 'GET') return true;
  const purposes = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'].map((name) => headers.get(name) ?? '');
  return purposes.some((purpose) => /prefetch|preview|prerender/i.test(purpose));
}
