import { disconnect } from '#lib/db.ts';
import { startWorker } from '#lib/engine/worker.ts';
import { serveMetrics } from '#lib/engine/worker-metrics.ts';
import { env } from '#lib/env.ts';
import { logger } from '#lib/logger.ts';
import { stopWhenTold } from '#lib/process-end.ts';

/** The second process: what happens without a caller. Any number may run against one database. */
const { HOST, WORKER_METRICS_PORT } = env();
const worker = await startWorker();
const metrics = WORKER_METRICS_PORT ? serveMetrics(HOST, WORKER_METRICS_PORT) : undefined;
logger().info('The worker process is running');

stopWhenTold(async () => {
  metrics?.close();
  await worker.stop();
  await disconnect();
});
