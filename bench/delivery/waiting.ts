/** Jobs that wait for a later time, and a measurement alternately with and without them. */
import type pg from 'pg';
import { HOUR_MS } from '#lib/time/durations.ts';
import type { Installation } from './installation.ts';
import { enterRuns, type ManyRuns } from './runs.ts';
import type { Tenant } from './tenant.ts';

const MONTH_MS = 30 * 24 * HOUR_MS;

/** Runs whose jobs can be added to the queue and removed. */
export interface ParkedRuns {
  add(): Promise<void>;
  remove(): Promise<void>;
}

/** Creates runs that were triggered an hour ago and are due in a month. The queue must be empty. */
export async function parkRuns(
  { database }: Installation,
  tenant: Tenant,
  runs: Pick<ManyRuns, 'workflow' | 'count'>,
): Promise<ParkedRuns> {
  const now = Date.now();
  await enterRuns(database, tenant, {
    ...runs,
    triggeredAt: new Date(now - HOUR_MS),
    readyAt: new Date(now + MONTH_MS),
  });
  await database.query('CREATE TABLE parked AS TABLE work');
  await settle(database);
  return {
    async add() {
      await database.query('TRUNCATE work');
      await database.query('INSERT INTO work TABLE parked');
      await settle(database);
    },
    async remove() {
      await database.query('TRUNCATE work');
      await database.query(END);
      await settle(database);
    },
  };
}

/** Ends the runs. Otherwise workers would requeue runs with neither work nor an end. */
const END = `
INSERT INTO notification_outcomes (environment_id, notification_id, outcome, reason, snapshot_id, subscriber_id, created_at)
SELECT n.environment_id, n.id, 'canceled', 'canceled', n.snapshot_id, n.subscriber_id, n.created_at
FROM notifications n JOIN parked p ON p.environment_id = n.environment_id AND p.notification_id = n.id
ON CONFLICT DO NOTHING`;

export interface Round<Measured> {
  withWaiting: Measured;
  without: Measured;
}

/** Measures in pairs whose order alternates, so that gradual changes of the machine affect both alike. */
export async function measureByTurns<Measured>(
  waiting: ParkedRuns,
  { rounds, measure }: { rounds: number; measure: () => Promise<Measured> },
): Promise<Round<Measured>[]> {
  const withWaiting = async () => {
    await waiting.add();
    return measure();
  };
  const without = async () => {
    await waiting.remove();
    return measure();
  };
  await without(); // a slow start must affect neither side
  const measured: Round<Measured>[] = [];
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) measured.push({ withWaiting: await withWaiting(), without: await without() });
    else {
      const first = await without();
      measured.push({ withWaiting: await withWaiting(), without: first });
    }
  }
  return measured;
}

/**
 * Does the maintenance that follows many writes immediately, so that the measurement includes waiting rows, but not
 * their insertion.
 */
async function settle(database: pg.Pool): Promise<void> {
  await database.query('VACUUM (ANALYZE)');
  await database.query('CHECKPOINT');
}
