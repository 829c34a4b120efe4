/** Raw statements: row locks, many rows at once, and ON CONFLICT. */
import { findOnline } from '#lib/engine/queue/everywhere.ts';
import { logger } from '#lib/logger.ts';
import { prisma, query, transaction } from '#lib/postgres/db.ts';

/** The time after which a web process that was not seen counts as dead. A process renews its row every 15 s. */
const DEAD_MS = 60_000;
/** The number of subscribers that one transaction changes. */
const BATCH = 500;

/** Registers a web process with sockets. */
export async function enterWebProcess(id: string, now: Date): Promise<void> {
  await prisma().webProcess.create({ data: { id, seenAt: now } });
}

/** @returns whether the process is still registered. */
export async function showWebProcess(id: string, now: Date): Promise<boolean> {
  const { count } = await prisma().webProcess.updateMany({ where: { id }, data: { seenAt: now } });
  return count > 0;
}

/** Stores that a web process has sockets of these subscribers (Subscriber.id), which makes the subscribers online. */
export function saveOnline(
  environmentId: string,
  subscriberIds: readonly string[],
  webProcessId: string,
): Promise<void> {
  return transaction(async () => {
    await lockSubscribers(environmentId, subscriberIds);
    await query('online-enter', ENTER, [environmentId, subscriberIds, webProcessId]);
    await query('online-on', ON, [environmentId, subscriberIds]);
  });
}

/**
 * Stores that web processes have no socket of these subscribers. A subscriber without a socket in another process
 * becomes offline.
 */
export function saveOffline(
  environmentId: string,
  subscriberIds: readonly string[],
  webProcessIds: readonly string[],
  at: Date,
): Promise<void> {
  return transaction(async () => {
    await lockSubscribers(environmentId, subscriberIds);
    await query('online-leave', LEAVE, [environmentId, subscriberIds, webProcessIds]);
    await query('online-off', OFF, [environmentId, subscriberIds, at]);
  });
}

/** Ends the online states of dead web processes. Workers may call this at the same time. */
export async function endLostOnlineStates(now: Date): Promise<void> {
  const dead = await prisma().webProcess.findMany({ where: { seenAt: { lt: new Date(now.getTime() - DEAD_MS) } } });
  if (dead.length === 0) return;
  const ids = dead.map(({ id }) => id);
  const lastSeen = new Date(Math.max(...dead.map(({ seenAt }) => seenAt.getTime())));
  let ended = 0;
  for (const environmentId of await findOnline(ids)) ended += await endIn(environmentId, ids, lastSeen);
  await prisma().webProcess.deleteMany({ where: { id: { in: ids } } });
  if (ended > 0)
    logger().info({ webProcessIds: ids, subscribers: ended }, 'Removed the online states of dead web processes');
}

async function endIn(environmentId: string, webProcessIds: readonly string[], at: Date): Promise<number> {
  for (let ended = 0; ; ) {
    const rows = await prisma().onlineSubscriber.findMany({
      where: { environmentId, webProcessId: { in: [...webProcessIds] } },
      select: { subscriberId: true },
      orderBy: { subscriberId: 'asc' },
      take: BATCH,
    });
    if (rows.length === 0) return ended;
    const ids = [...new Set(rows.map(({ subscriberId }) => subscriberId))];
    await saveOffline(environmentId, ids, webProcessIds, at);
    ended += ids.length;
  }
}

/** Processes that change the same subscriber run one after another, so each sees the rows of the others. */
async function lockSubscribers(environmentId: string, ids: readonly string[]): Promise<void> {
  await query('online-lock', LOCK, [environmentId, ids]);
}

const LOCK = `SELECT FROM subscribers WHERE environment_id = $1 AND id = ANY ($2) ORDER BY id FOR NO KEY UPDATE`;

const ENTER = `
INSERT INTO online_subscribers (environment_id, subscriber_id, web_process_id)
SELECT $1, s.id, $3::text FROM subscribers s WHERE s.environment_id = $1 AND s.id = ANY ($2)
ON CONFLICT DO NOTHING`;

const ON = `
UPDATE subscribers SET is_online = true
WHERE environment_id = $1 AND id = ANY ($2) AND is_online IS DISTINCT FROM true`;

const LEAVE = `
DELETE FROM online_subscribers WHERE environment_id = $1 AND subscriber_id = ANY ($2) AND web_process_id = ANY ($3)`;

const OFF = `
UPDATE subscribers s SET is_online = false, last_online_at = $3
WHERE s.environment_id = $1 AND s.id = ANY ($2) AND s.is_online AND NOT EXISTS (
  SELECT FROM online_subscribers o WHERE o.environment_id = $1 AND o.subscriber_id = s.id)`;
