import { existsSync, statfsSync } from 'node:fs';
import { totalmem } from 'node:os';

/**
 * Returns settings of the embedded server as `name=value`. They go on the command line at each start, so that they fit
 * the machine.
 */
export function serverSettings(port: number): string[] {
  const memoryMb = totalmem() / 2 ** 20;
  const megabytes = (share: number, least: number, most: number) =>
    `${Math.round(Math.min(most, Math.max(least, memoryMb * share)))}MB`;
  return [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=100',
    `shared_buffers=${megabytes(1 / 8, 128, 4096)}`,
    `effective_cache_size=${megabytes(1 / 2, 512, 65536)}`,
    `maintenance_work_mem=${megabytes(1 / 64, 64, 1024)}`,
    'work_mem=16MB',
    'random_page_cost=1.1',
    'jit=off',
    'max_wal_size=4GB',
    'checkpoint_timeout=15min',
    'shared_preload_libraries=pg_stat_statements',
    'timezone=UTC',
    'log_timezone=UTC',
    'log_min_messages=warning',
    ...(sharedMemoryIsSmall() ? ['dynamic_shared_memory_type=mmap'] : []),
  ];
}

/** Whether /dev/shm is small. In containers it has 64 MB by default, which one parallel query can exceed. */
function sharedMemoryIsSmall(): boolean {
  if (process.platform !== 'linux') return false;
  if (!existsSync('/dev/shm')) return true;
  const { blocks, bsize } = statfsSync('/dev/shm');
  return blocks * bsize < 512 * 2 ** 20;
}
