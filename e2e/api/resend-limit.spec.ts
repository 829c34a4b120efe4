import { authorSmsSandbox } from '#e2e/authoring.ts';
import { database } from '#e2e/database.ts';
import { assertError } from '#e2e/error-answer.ts';
import { expect, parsed, test } from '#e2e/fixtures.ts';
import { NotificationPage } from '#lib/notifications/schema.ts';
import { Workflow } from '#lib/workflows/schema.ts';

test('the limit of a workflow is absent by default, checked, kept by other saves, removed by null, and shown in runs', async ({
  tenant,
  call,
}) => {
  await authorSmsSandbox(call);
  const steps = [{ name: 'Text', type: 'sms', controlValues: { body: 'Hello' } }];
  const body = { name: 'Code', workflowId: 'code', active: true, steps, preferences: {} };
  expect(parsed(Workflow, await call('POST', '/v2/workflows', { body }), 201).resendWithinHours).toBeUndefined();
  const patch = (resendWithinHours: unknown) => call('PATCH', '/v2/workflows/code', { body: { resendWithinHours } });
  for (const hours of [0, -1, 1.5, 8_761, '24', true]) assertError(await patch(hours), 422, `the limit ${hours}`);
  expect(parsed(Workflow, await patch(2)).resendWithinHours).toBe(2);
  expect(parsed(Workflow, await call('PUT', '/v2/workflows/code', { body })).resendWithinHours).toBe(2);

  const to = { subscriberId: 'jane', phone: '+15005550001' };
  const { body: triggered } = await call<{ transactionId: string }>('POST', '/v1/events/trigger', {
    body: { name: 'code', to },
  });
  const path = `/v1/notifications?transactionId=${triggered.transactionId}`;
  const run = async () => parsed(NotificationPage, await call('GET', path)).data[0];
  await expect.poll(async () => (await run())?.jobs?.[0]?.status).toBe('failed');
  expect((await run())?.template?.resendWithinHours).toBe(2);
  await database().query(`UPDATE notifications SET created_at = now() - interval '3 h' WHERE environment_id = $1`, [
    tenant.environmentId,
  ]);
  const { _id, jobs } = (await run()) ?? {};
  const retry = () => call('POST', `/v1/notifications/${_id}/steps/${jobs?.[0]?._id}/retry`, { body: {} });
  const refused = await retry();
  assertError(refused, 422, 'a retry after the limit');
  expect(refused.text).toContain('the run is older than its workflow’s limit of 2 hours');
  expect(parsed(Workflow, await patch(null)).resendWithinHours).toBeUndefined();
  expect((await retry()).status).toBeLessThan(300);
});
