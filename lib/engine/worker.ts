import { PgBoss } from 'pg-boss';
import { env } from '#lib/env.ts';
import { logger } from '#lib/logger.ts';
import { maintain } from './maintenance.ts';

const QUEUE = 'maintenance';

/**
 * Starts what this process does by itself: maintenance, at once and then hourly. However many workers run, the queue
 * hands each turn to one of them.
 */
export async function startWorker(): Promise<{ stop(): Promise<void> }> {
  const boss = new PgBoss({
    connectionString: env().DATABASE_URL,
    application_name: 'belfry-worker',
    max: 4,
    cronMonitorIntervalSeconds: 30,
  });
  boss.on('error', (error) => logger().warn({ error }, 'The queue had an error and goes on'));
  await boss.start();
  await boss.createQueue(QUEUE, {
    policy: 'exclusive',
    retryLimit: 3,
    retryDelay: 60,
    expireInSeconds: 1800,
    deleteAfterSeconds: 86_400,
  });
  await boss.work(QUEUE, async () => {
    const done = await maintain();
    logger().info(done, 'Maintenance is done');
  });
  await boss.schedule(QUEUE, '17 * * * *');
  await boss.send(QUEUE);
  return { stop: () => boss.stop({ graceful: true, timeout: 4000, close: true }) };
}
