import { QUARANTINE } from '#lib/engine/queue/quarantine.ts';
import { startQuarantine, startWorker } from '#lib/engine/start-worker.ts';
import { env } from '#lib/env.ts';
import { sendHeartbeats } from '#lib/heartbeat.ts';
import { logger } from '#lib/logger.ts';
import { disconnect } from '#lib/postgres/db.ts';
import { checkConnections } from '#lib/postgres/direct-connection.ts';
import { PoolerError } from '#lib/postgres/pooler.ts';
import { stopOnSignal } from '#lib/process-end.ts';
import { startTracing } from '#lib/tracing/start.ts';
import { stopTracing } from '#lib/tracing/tracing.ts';

/** Milliseconds for stopping: running attempts may take 9 s to end. The supervisor waits a little longer than this. */
const STOP_MS = 10_000;
/** Maximum milliseconds for the last spans. */
const FLUSH_MS = 800;

sendHeartbeats();
await startTracing('worker');
await (process.argv.includes(QUARANTINE) ? quarantine() : worker());

/** Runs the worker process, which delivers messages and does the maintenance. Any number of workers may share one database. */
async function worker(): Promise<void> {
  const { HOST, WORKER_METRICS_PORT } = env();
  // Imported here, because the quarantine process shares this file and has to start quickly.
  const { Upkeep } = await import('#lib/engine/upkeep/upkeep.ts');
  const { serveMetrics } = await import('#lib/engine/metrics/worker-metrics.ts');
  await checkConnections().catch(rejectStart);
  const delivery = await startWorker(new Upkeep());
  const metrics = WORKER_METRICS_PORT ? serveMetrics(HOST, WORKER_METRICS_PORT) : undefined;
  logger().info('Worker process started');
  stopOnSignal(async () => {
    metrics?.close();
    await delivery.stop();
    await Promise.all([disconnect(), stopTracing(FLUSH_MS)]);
  }, STOP_MS);
}

/** Runs jobs that crashed another worker. A worker starts this process. */
async function quarantine(): Promise<void> {
  const { done, stop } = await startQuarantine();
  const end = async () => {
    await stop();
    await stopTracing(FLUSH_MS);
  };
  stopOnSignal(end, STOP_MS);
  await done;
  await Promise.all([disconnect(), stopTracing(FLUSH_MS)]);
  process.exit(0);
}

/** Rejects the start. Every error ends the process, because a worker needs its database. */
function rejectStart(error: unknown): never {
  if (!(error instanceof PoolerError)) throw error;
  console.error(error.message);
  process.exit(1);
}
