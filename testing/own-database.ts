import { afterAll, beforeAll } from 'vitest';
import { disconnect } from '#lib/postgres/db.ts';
import { startScratchDatabase } from './scratch-database.ts';

/** Starts a separate PostgreSQL for the tests of a file, and stops it after the last test. */
export function ownScratchDatabase(): void {
  let stop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    stop = await startScratchDatabase();
  });
  afterAll(async () => {
    await disconnect();
    await stop?.();
  });
}
