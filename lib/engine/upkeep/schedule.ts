import { PgBoss } from 'pg-boss';
import { env } from '#lib/env.ts';
import { logger } from '#lib/logger.ts';
import { restoreLostWork } from './lost-work.ts';
import { maintain } from './maintenance.ts';

const QUEUE = 'maintenance';

/**
 * How a maintenance job is handed out. It fails when its worker sends no heartbeat for 15 s, and another worker gets it
 * 5 s later.
 */
const TURN = { retryLimit: 5, retryDelay: 5, expireInSeconds: 1800, heartbeatSeconds: 15, deleteAfterSeconds: 86_400 };

/** Workers that start within this time of each other cause one maintenance, or a second one after it. */
const START_SECONDS = 60;

/**
 * Starts what a worker does besides delivery: maintenance, at once and then every hour. The queue gives each
 * maintenance job to one worker. When that worker dies, another takes over within a minute.
 */
export async function startUpkeep(): Promise<{ stop(): Promise<void> }> {
  const boss = new PgBoss({
    connectionString: env().DATABASE_DIRECT_URL,
    application_name: 'belfry-worker',
    max: 4,
    cronMonitorIntervalSeconds: 30,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  });
  boss.on('error', (error) => logger().warn({ error }, 'The queue had an error and goes on'));
  await boss.start();
  await boss.createQueue(QUEUE, { policy: 'exclusive', ...TURN });
  await boss.updateQueue(QUEUE, TURN); // a queue that an earlier version created keeps its old settings otherwise
  await boss.work(QUEUE, async () => {
    const [done, workRestored] = [await maintain(), await restoreLostWork()];
    logger().info({ ...done, workRestored }, 'Maintenance is done');
  });
  await boss.schedule(QUEUE, '17 * * * *');
  await boss.sendDebounced(QUEUE, null, null, START_SECONDS);
  return { stop: () => boss.stop({ graceful: true, timeout: 4000, close: true }) };
}
