/**
 * Tests every status change of a job with the engine's own statements. PostgreSQL logs the stored changes while runs
 * are played.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { cancelTransaction } from '#lib/events/cancel-transaction.ts';
import { retryStep } from '#lib/notifications/retry/retry-step.ts';
import { disconnect, pool, prisma } from '#lib/postgres/db.ts';
import { HOUR_MS } from '#lib/time/durations.ts';
import { type Sample, sampleEnvironment, sampleIntegrations, sampleWorkflow, trigger } from '#testing/engine.ts';
import { startScratchDatabase } from '#testing/scratch-database.ts';
import { JANE, phone, play, SCENARIOS, step } from '#testing/stored-reasons.ts';
import { startVendor, type VendorServer } from '#testing/vendor-server.ts';
import { JOB_STATUSES, type JobStatus, TransitionError, transition } from './job-status.ts';

let stop: () => Promise<void>;
let vendor: VendorServer;

beforeAll(async () => {
  vi.stubEnv('OUTBOUND_ALLOW', '127.0.0.1');
  stop = await startScratchDatabase();
  vendor = await startVendor(({ path }) => (path === '/missing' ? { status: 404 } : { status: 200, body: {} }));
  await pool().query(`
    CREATE TABLE stored_transitions (before text, after text, PRIMARY KEY (before, after));
    CREATE FUNCTION note_transition() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO stored_transitions VALUES (OLD.status, NEW.status) ON CONFLICT DO NOTHING;
      RETURN NULL;
    END $$;
    CREATE TRIGGER note_transition AFTER UPDATE OF status ON jobs FOR EACH ROW EXECUTE FUNCTION note_transition();`);
});

afterAll(async () => {
  await disconnect();
  await vendor.stop();
  await stop();
});

/** Plays the cases outside of the scenarios: a manual retry, and digests that lose their first run or a joined run. */
async function playTheRest(): Promise<void> {
  const failing = await sampleEnvironment();
  await sampleIntegrations(failing.ctx, ['sms']);
  await trigger(failing.ctx, await sampleWorkflow(failing.ctx, [step('sms')]), phone('rejected'));
  await failing.drain();
  const [job] = await prisma().job.findMany({ where: { environmentId: failing.ctx.environmentId } });
  await retryStep(failing.ctx, { notificationId: job?.notificationId ?? '', jobId: job?.id ?? '' });
  for (const cancelled of [0, 1]) {
    const sample = await sampleEnvironment();
    await sampleIntegrations(sample.ctx, ['sms']);
    const transactions = await digested(sample, 3);
    await cancelTransaction(sample.ctx, transactions[cancelled] ?? '');
    await sample.drain(new Date(Date.now() + 4 * HOUR_MS));
  }
}

/** Creates runs of Jane that wait in one digest. @returns their transactions. */
async function digested(sample: Sample, count: number): Promise<string[]> {
  const name = await sampleWorkflow(sample.ctx, [step('digest'), step('sms')]);
  const transactions: string[] = [];
  for (let n = 0; n < count; n++) {
    const { transactionId = '' } = await trigger(sample.ctx, name, JANE);
    transactions.push(transactionId);
    await sample.drain(new Date(Date.now() + 1_000));
  }
  return transactions;
}

test('the engine stores every allowed status change, and no other', async () => {
  for (const scenario of Object.values(SCENARIOS)) await play(scenario, vendor.origin);
  await playTheRest();
  const { rows } = await pool().query<{ before: JobStatus; after: JobStatus }>(
    'SELECT before, after FROM stored_transitions',
  );
  const steps = new Set(rows.flatMap(({ before, after }) => passed(before, after)));
  const allowed = JOB_STATUSES.flatMap((from) =>
    JOB_STATUSES.filter((to) => isAllowed(from, to)).map((to) => `${from} → ${to}`),
  );
  expect([...steps].sort()).toEqual(allowed.sort());
});

function isAllowed(from: JobStatus, to: JobStatus): boolean {
  try {
    return transition(from, to) === to;
  } catch (error) {
    expect(error).toBeInstanceOf(TransitionError);
    return false;
  }
}

/**
 * Returns the transitions of a stored change. Only the lease shows that a job is `running`, so a change that is not a
 * transition itself passed through `running`, and from `delayed` through `queued` too.
 */
function passed(before: JobStatus, after: JobStatus): string[] {
  if (isAllowed(before, after)) return [`${before} → ${after}`];
  const path: JobStatus[] = [...(before === 'delayed' ? (['delayed', 'queued'] as const) : [before]), 'running', after];
  return path.slice(1).map((to, at) => `${path[at]} → ${to}`);
}
