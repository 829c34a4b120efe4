import { afterAll, beforeAll, expect, test } from 'vitest';
import { disconnect, transaction } from '#lib/db.ts';
import { startScratchDatabase } from '#scripts/scratch-database.ts';
import { sampleEnvironment, sampleIntegrations, sampleWorkflow, trigger } from './engine.sample.ts';
import { type Budget, type Explored, Interleavings } from './interleavings.sample.ts';

let stop: () => Promise<void>;

beforeAll(async () => {
  stop = await startScratchDatabase();
});

afterAll(async () => {
  await disconnect();
  await stop();
});

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Code' } };
const JANE = { subscriberId: 'jane', phone: '+15555550123' };
const NOTHING: Budget = { deaths: 0, expiries: 0, renewals: 0, returns: 0, cancellations: 0, refusals: 0 };

/**
 * Over a run of how many steps, by the slots of which workers, with what beside, and how many interleavings that has at least. Together
 * about half a minute.
 */
const USUAL: [steps: number, slots: string, budget: Partial<Budget>, least: number][] = [
  [1, 'a b', { deaths: 1, expiries: 1, renewals: 1, returns: 1 }, 100_000],
  [1, 'a b', { deaths: 1, expiries: 1, cancellations: 1 }, 50_000],
  [1, 'a b', { deaths: 2, refusals: 1, cancellations: 1 }, 4_000],
  [2, 'a b', { expiries: 1, cancellations: 1 }, 10_000],
  [1, 'a a b', { expiries: 1, refusals: 1 }, 5_000],
];

/** With `DEEPER=1`: many minutes. */
const DEEPER: typeof USUAL = [
  [1, 'a b', { deaths: 2, expiries: 2, renewals: 1, returns: 1, cancellations: 1, refusals: 1 }, 1_000_000],
  [1, 'a a b', { deaths: 1, expiries: 2, renewals: 1, refusals: 1 }, 1_000_000],
  [2, 'a b', { deaths: 2, expiries: 1, cancellations: 1, refusals: 1 }, 1_000_000],
];

const chosen = process.env.DEEPER === '1' ? DEEPER : USUAL;

test.each(chosen)(
  'a run of %i step(s) is never lost, recorded twice or overwritten, by the workers %s, in any order of %o',
  { timeout: 3_600_000 },
  async (steps, slots, budget, least) => {
    const { interleavings, states, steps: taken, longest } = await explored(steps, slots, budget);
    console.log(`${interleavings} interleavings of up to ${longest} steps, over ${states} states, by ${taken} steps`);
    expect(Number(interleavings)).toBeGreaterThanOrEqual(least);
  },
);

/** Everything happens inside one transaction that is rolled back. */
async function explored(steps: number, slots: string, budget: Partial<Budget>): Promise<Explored> {
  const { ctx } = await sampleEnvironment();
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, Array(steps).fill(SMS));
  const { transactionId = '' } = await trigger(ctx, workflowId, JANE);
  const start = new Date(Date.now() + 1);
  const found = Promise.withResolvers<Explored>();
  const over = new Error('All interleavings were taken');
  await transaction(async () => {
    found.resolve(
      await new Interleavings(ctx, transactionId, slots.split(' '), start).explore({ ...NOTHING, ...budget }),
    );
    throw over;
  }).catch((error) => {
    if (error !== over) throw error;
  });
  return found.promise;
}
