/** Jobs that wait for a later time, and the same measurement with and without them by turns. */
import type pg from 'pg';
import type { Installation } from './installation.ts';
import { enterRuns, type ManyRuns } from './runs.ts';
import type { Tenant } from './tenant.ts';

const DAYS_UNTIL_DUE = 30;

/** Runs whose jobs are in the queue only while they are wanted there. The rest of them stays. */
export interface ParkedRuns {
  add(): Promise<void>;
  remove(): Promise<void>;
}

/** Enters runs that are due in a month, and takes their jobs out of the queue. It must be empty. */
export async function parkRuns(
  { database }: Installation,
  tenant: Tenant,
  runs: Pick<ManyRuns, 'workflow' | 'count'>,
): Promise<ParkedRuns> {
  await enterRuns(database, tenant, { ...runs, readyAt: new Date(Date.now() + DAYS_UNTIL_DUE * 86_400_000) });
  await database.query('CREATE TABLE parked AS TABLE work');
  await database.query('TRUNCATE work');
  return {
    async add() {
      await database.query('TRUNCATE work');
      await database.query('INSERT INTO work TABLE parked');
      await settle(database);
    },
    async remove() {
      await database.query('TRUNCATE work');
      await settle(database);
    },
  };
}

export interface Round<Measured> {
  beside: Measured;
  without: Measured;
}

/** Pairs of turns, which of the two comes first in turn as well: what grows or slows meanwhile meets both alike. */
export async function measureByTurns<Measured>(
  waiting: ParkedRuns,
  { rounds, measure }: { rounds: number; measure: () => Promise<Measured> },
): Promise<Round<Measured>[]> {
  const beside = async () => {
    await waiting.add();
    return measure();
  };
  const without = async () => {
    await waiting.remove();
    return measure();
  };
  await without(); // what starts slowly belongs to neither
  const measured: Round<Measured>[] = [];
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) measured.push({ beside: await beside(), without: await without() });
    else {
      const first = await without();
      measured.push({ beside: await beside(), without: first });
    }
  }
  return measured;
}

/** Does at once what PostgreSQL does in its own time after many writes: the figures are of rows that wait, not of their entry. */
async function settle(database: pg.Pool): Promise<void> {
  await database.query('VACUUM (ANALYZE)');
  await database.query('CHECKPOINT');
}
