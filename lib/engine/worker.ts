import { PgBoss } from 'pg-boss';
import { env } from '#lib/env.ts';
import { logger } from '#lib/logger.ts';
import { maintain } from './maintenance.ts';

const QUEUE = 'maintenance';

/** How a turn is handed out. One whose worker shows no life for 15 s fails, and another worker has it 5 s later. */
const TURN = { retryLimit: 5, retryDelay: 5, expireInSeconds: 1800, heartbeatSeconds: 15, deleteAfterSeconds: 86_400 };

/**
 * Starts what this process does by itself: maintenance, at once and then hourly. However many workers run, the queue
 * hands each turn to one of them; when that one dies, another takes over within a minute.
 */
export async function startWorker(): Promise<{ stop(): Promise<void> }> {
  const boss = new PgBoss({
    connectionString: env().DATABASE_URL,
    application_name: 'belfry-worker',
    max: 4,
    cronMonitorIntervalSeconds: 30,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  });
  boss.on('error', (error) => logger().warn({ error }, 'The queue had an error and goes on'));
  await boss.start();
  await boss.createQueue(QUEUE, { policy: 'exclusive', ...TURN });
  await boss.updateQueue(QUEUE, TURN); // one made by an earlier version keeps its settings otherwise
  await boss.work(QUEUE, async () => {
    const done = await maintain();
    logger().info(done, 'Maintenance is done');
  });
  await boss.schedule(QUEUE, '17 * * * *');
  await boss.send(QUEUE);
  return { stop: () => boss.stop({ graceful: true, timeout: 4000, close: true }) };
}
