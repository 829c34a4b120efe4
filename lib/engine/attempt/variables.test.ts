/** Template variables other than the subscriber and the payload, through triggers and the real statements. */
import { expect, test } from 'vitest';
import { query } from '#lib/postgres/db.ts';
import { type Sample, sampleEnvironment, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';

ownScratchDatabase();

const wait = { type: 'delay', name: 'Wait', controlValues: { type: 'regular', amount: 1, unit: 'hours' } };
const report = {
  type: 'custom',
  name: 'Report',
  controlValues: {
    custom: {
      actor: '{{ actor.firstName }} {{ actor.data.role }} {{ actor.subscriberId }}',
      tenant: '{{ tenant.identifier }} {{ tenant.colour }}',
      context: '{{ context.project.id }} {{ context.project.data.name }}',
      severity: '{{ workflow.severity }}',
    },
  },
};

/** Runs until the first delay, makes `change`, and runs to the end. @returns the result of the last step. */
async function lastResult(sample: Sample, more: object, change = async () => {}): Promise<unknown> {
  const workflowId = await sampleWorkflow(sample.ctx, [wait, report]);
  const { transactionId = '' } = await trigger(sample.ctx, workflowId, 'jane', more);
  await sample.drain(sample.now());
  await change();
  await sample.drain();
  const [row] = await query<{ result: Record<string, string> }>(
    'sample-last-result',
    `SELECT j.result FROM jobs j JOIN notifications n ON n.environment_id = $1 AND n.id = j.notification_id
     WHERE j.environment_id = $1 AND n.transaction_id = $2 AND j.type = 'custom'`,
    [sample.ctx.environmentId, transactionId],
  );
  return Object.fromEntries(Object.entries(row?.result ?? {}).map(([key, text]) => [key, text.trim()]));
}

test('an actor has the subscriber’s values at the time of the step', async () => {
  const sample = await sampleEnvironment();
  const ann = { subscriberId: 'ann', firstName: 'Ann', data: { role: 'editor' } };
  expect(await lastResult(sample, { actor: ann })).toMatchObject({ actor: 'Ann editor ann' });
  const rename = () =>
    query('sample-rename', `UPDATE subscribers SET first_name = 'Anna' WHERE environment_id = $1`, [
      sample.ctx.environmentId,
    ]).then(() => {});
  expect(await lastResult(sample, { actor: 'ann' }, rename)).toMatchObject({ actor: 'Anna editor ann' });
  const remove = () =>
    query('sample-remove', `DELETE FROM subscribers WHERE environment_id = $1 AND subscriber_id = 'ann'`, [
      sample.ctx.environmentId,
    ]).then(() => {});
  expect(await lastResult(sample, { actor: ann }, remove)).toMatchObject({ actor: 'Ann editor ann' });
  expect(await lastResult(sample, {})).toMatchObject({ actor: '' });
});

test('a tenant is an identifier or an object', async () => {
  const sample = await sampleEnvironment();
  expect(await lastResult(sample, { tenant: 'acme' })).toMatchObject({ tenant: 'acme' });
  expect(await lastResult(sample, { tenant: { identifier: 'acme', colour: 'red' } })).toMatchObject({
    tenant: 'acme red',
  });
});

test('a context that a trigger names by ID has its stored data', async () => {
  const sample = await sampleEnvironment();
  const project = { id: 'p-1', data: { name: 'Apollo' } };
  expect(await lastResult(sample, { context: { project } })).toMatchObject({ context: 'p-1 Apollo' });
  expect(await lastResult(sample, { context: { project: 'p-1' } })).toMatchObject({ context: 'p-1 Apollo' });
  expect(await lastResult(sample, { context: { project: { id: 'p-1' } } })).toMatchObject({ context: 'p-1 Apollo' });
  expect(await lastResult(sample, { context: { project: 'p-2' } })).toMatchObject({ context: 'p-2' });
});

test('the severity of a trigger takes precedence', async () => {
  const sample = await sampleEnvironment();
  expect(await lastResult(sample, {})).toMatchObject({ severity: 'none' });
  expect(await lastResult(sample, { overrides: { severity: 'high' } })).toMatchObject({ severity: 'high' });
  expect(await lastResult(sample, { overrides: { severity: 'loud' } })).toMatchObject({ severity: 'none' });
});

test('Activity shows the severity of the trigger, and high severity is sent first', async () => {
  const sample = await sampleEnvironment();
  const workflowId = await sampleWorkflow(sample.ctx, [report], { severity: 'low' });
  for (const severity of ['high', undefined, 'none', 'loud']) {
    await trigger(sample.ctx, workflowId, 'jane', { overrides: { severity } });
  }
  const rows = await query<{ severity: string; lane: number }>(
    'sample-severities',
    `SELECT s.severity, w.lane FROM notifications n
     JOIN workflow_snapshots s ON s.environment_id = $1 AND s.id = n.snapshot_id
     JOIN work w ON w.environment_id = $1 AND w.notification_id = n.id
     WHERE n.environment_id = $1 ORDER BY n.id`,
    [sample.ctx.environmentId],
  );
  expect(rows.map(({ severity, lane }) => [severity, lane])).toEqual([
    ['high', 0],
    ['low', 1],
    ['none', 1],
    ['low', 1],
  ]);
});
