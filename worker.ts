import { disconnect } from '#lib/db.ts';
import { startDelivery } from '#lib/engine/delivery.ts';
import { startWorker } from '#lib/engine/worker.ts';
import { serveMetrics } from '#lib/engine/worker-metrics.ts';
import { env } from '#lib/env.ts';
import { logger } from '#lib/logger.ts';
import { stopWhenTold } from '#lib/process-end.ts';

/** The second process: it delivers, and keeps house. Any number may run against one database. */
const { HOST, WORKER_METRICS_PORT } = env();
const delivery = await startDelivery();
const housekeeping = await startWorker();
const metrics = WORKER_METRICS_PORT ? serveMetrics(HOST, WORKER_METRICS_PORT) : undefined;
logger().info('The worker process is running');

/** What is being sent may take nine seconds to end; the supervisor waits a little longer. */
const STOP_MS = 10_000;

stopWhenTold(async () => {
  metrics?.close();
  await Promise.all([delivery.stop(), housekeeping.stop()]);
  await disconnect();
}, STOP_MS);
