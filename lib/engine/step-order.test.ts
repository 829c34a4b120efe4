/** Tests that the steps of a run have the order of their positions, whatever their IDs are. */
import { expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { cancelTransaction } from '#lib/events/cancel-transaction.ts';
import { readSteps } from '#lib/explain/query.ts';
import { idTime, newId } from '#lib/id.ts';
import { runSummaries } from '#lib/notifications/list/summary-page.ts';
import { getNotification } from '#lib/notifications/service.ts';
import { query } from '#lib/postgres/db.ts';
import {
  type SampleStep,
  sampleEnvironment,
  sampleIntegrations,
  sampleWorkflow,
  storedRuns,
  trigger,
} from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { restoreLostWork } from './upkeep/lost-work.ts';

ownScratchDatabase();

const JANE = { subscriberId: 'jane', email: 'jane@example.com', phone: '+15555550123' };
const EMAIL = { type: 'email', name: 'Mail', controlValues: { subject: 'Hi', body: '<p>Hi</p>', editorType: 'html' } };
const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Hello' } };
const IN_APP = { type: 'in_app', name: 'Inbox', controlValues: { subject: 'Hi', body: 'Hello' } };
const DIGEST = { type: 'digest', name: 'Collect', controlValues: { type: 'regular', amount: 1, unit: 'hours' } };
const STEPS: SampleStep[] = [EMAIL, SMS, IN_APP];

/** Triggers a run, and then gives later steps smaller IDs. */
async function reversed(ctx: Ctx, workflowId: string) {
  const { transactionId = '' } = await trigger(ctx, workflowId, JANE);
  const { environmentId } = ctx;
  const jobs = await query<{ id: string; notification_id: string }>(
    'order-jobs',
    `SELECT j.id, j.notification_id FROM jobs j JOIN notifications n ON n.environment_id = $1 AND n.id = j.notification_id
     WHERE j.environment_id = $1 AND n.transaction_id = $2 ORDER BY j.id DESC`,
    [environmentId, transactionId],
  );
  const runId = jobs[0]?.notification_id ?? '';
  for (const { id } of jobs) {
    const values = [environmentId, runId, id, newId(idTime(id))];
    await query(
      'order-job',
      'UPDATE jobs SET id = $4 WHERE environment_id = $1 AND notification_id = $2 AND id = $3',
      values,
    );
    await query(
      'order-work',
      'UPDATE work SET job_id = $4 WHERE environment_id = $1 AND notification_id = $2 AND job_id = $3',
      values,
    );
  }
  return { transactionId, runId };
}

async function newSample() {
  const sample = await sampleEnvironment();
  await sampleIntegrations(sample.ctx, ['email', 'sms', 'in_app']);
  return sample;
}

async function typesOf(ctx: Ctx, transactionId: string) {
  return (await storedRuns(ctx, transactionId))[0]?.jobs.map(({ type, status }) => `${type} ${status}`);
}

test('the engine runs steps in order, and API, Explain and lists show them in that order', async () => {
  const { ctx, drain, now } = await newSample();
  const { transactionId, runId } = await reversed(ctx, await sampleWorkflow(ctx, STEPS));
  await drain(now());
  expect(await typesOf(ctx, transactionId)).toEqual(['email completed', 'sms completed', 'in_app completed']);
  const types = ['email', 'sms', 'in_app'];
  const { jobs } = JSON.parse(await getNotification(ctx, runId));
  expect(jobs.map(({ type }: { type: string }) => type)).toEqual(types);
  const run = { environmentId: ctx.environmentId, id: runId } as Parameters<typeof readSteps>[0];
  expect((await readSteps(run)).map(({ type }) => type)).toEqual(types);
  const [summary] = await runSummaries(ctx, [runId]);
  expect(summary?.steps.map(({ type }) => type)).toEqual(types);
});

test('restored work is for the first step', async () => {
  const { ctx } = await newSample();
  const { transactionId } = await reversed(ctx, await sampleWorkflow(ctx, STEPS));
  await query(
    'order-lose',
    `WITH gone AS (DELETE FROM work WHERE environment_id = $1) UPDATE jobs SET status = 'pending' WHERE environment_id = $1`,
    [ctx.environmentId],
  );
  expect(await restoreLostWork(new Date(Date.now() + 3_600_000))).toBe(1);
  expect(await typesOf(ctx, transactionId)).toEqual(['email queued', 'sms pending', 'in_app pending']);
});

test('a run that takes over a digest continues with the steps after the digest', async () => {
  const { ctx, drain, now } = await newSample();
  const workflowId = await sampleWorkflow(ctx, [SMS, DIGEST, EMAIL]);
  const first = await reversed(ctx, workflowId);
  await drain(now());
  const next = await reversed(ctx, workflowId);
  await drain(now());
  expect(await typesOf(ctx, next.transactionId)).toEqual(['sms completed', 'digest merged', 'email merged']);
  await cancelTransaction(ctx, first.transactionId);
  await drain(now());
  expect(await typesOf(ctx, next.transactionId)).toEqual(['sms completed', 'digest delayed', 'email pending']);
});
