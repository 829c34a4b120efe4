import { afterAll, beforeAll } from 'vitest';
import { disconnect } from '#lib/postgres/db.ts';
import { startScratchDatabase } from './scratch-database.ts';

/** Gives the tests of a file a PostgreSQL of their own, from before the first until after the last. */
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
