import { logger } from './logger.ts';

/**
 * Runs `stop` once if the process receives a signal to end or its parent process no longer exists. Then exits, at the latest
 * after `limitMs`.
 */
export function stopOnSignal(stop: () => Promise<void>, limitMs = 5000): void {
  let stopping = false;
  const end = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), limitMs).unref();
    try {
      await stop();
      process.exit(0);
    } catch (error) {
      logger().error({ error }, 'Failed to stop the process cleanly');
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  process.on('disconnect', end);
  if (process.channel) process.channel.unref();
}
