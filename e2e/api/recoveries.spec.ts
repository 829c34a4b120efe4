import { authorSmsSandbox } from '#e2e/authoring.ts';
import { assertError } from '#e2e/error-answer.ts';
import { expect, parsed, test } from '#e2e/fixtures.ts';
import { signedIn } from '#e2e/session.ts';
import { AuditPage } from '#lib/audit-log/schema.ts';
import { newId } from '#lib/id.ts';
import { Recovery, RecoveryList, RecoveryPreview } from '#lib/recoveries/schema.ts';

const PATH = '/v1/notifications/recoveries';
const SMS = { name: 'Text', type: 'sms', controlValues: { body: 'Hello' } };

test('the failed runs of a filter are counted, and retried together in the background', async ({ call, tenant }) => {
  await authorSmsSandbox(call);
  const workflowId = `recover-${newId()}`;
  const workflow = { name: 'Recover', workflowId, active: true, steps: [SMS] };
  expect((await call('POST', '/v2/workflows', { body: workflow })).status).toBe(201);
  const [one, other] = [`one-${newId()}`, `other-${newId()}`];
  const to = [one, other].map((subscriberId) => ({ subscriberId, phone: '+15005550001' }));
  const answer = await call<{ transactionId: string }>('POST', '/v1/events/trigger', {
    body: { name: workflowId, to },
  });
  const filter = { transactionId: [answer.body.transactionId] };
  const counted = async () => parsed(RecoveryPreview, await call('POST', `${PATH}/dry-run`, { body: { filter } }));
  await expect.poll(async () => (await counted()).failed).toBe(2);
  const reachable = { subscriberId: one, phone: '+15555550123' };
  expect((await call('POST', '/v2/subscribers', { body: reachable })).status).toBeLessThan(300);
  expect(await counted()).toEqual({
    ...{ total: 2, failed: 2, retryable: 2, wouldSend: 1, wouldSkip: [], notRetryable: [], isPartial: false },
    ...{ wouldWait: 0, likelyToFail: [], mayHaveArrived: 0 },
    wouldFail: [{ code: 'provider_rejected', count: 1 }],
  });

  const body = { filter, reason: 'The provider works again' };
  const support = await signedIn(tenant, 'support');
  assertError(await support.call('POST', `${PATH}/dry-run`, { body }), 403, 'a count by support');
  assertError(await support.call('POST', PATH, { body }), 403, 'support');
  assertError(await call('POST', PATH, { body: { filter } }), 422, 'without reason');
  assertError(await call('POST', PATH, { body: { ...body, filter: { statuses: ['sent'] } } }), 422, 'unknown filter');
  assertError(await call('POST', PATH, { body: { ...body, filter: { after: 'now' } } }), 400, 'bad date');
  const nothing = { ...body, filter: { transactionId: [newId()] } };
  assertError(await call('POST', PATH, { body: nothing }), 422, 'no failed run');

  const developer = await signedIn(tenant, 'developer');
  const { _id } = parsed(Recovery, await developer.call('POST', PATH, { body }), 201);
  const read = async () => parsed(Recovery, await support.call('GET', `${PATH}/${_id}`));
  await expect.poll(async () => (await read()).status).toBe('done');
  expect(await read()).toMatchObject({ ...body, total: 2, retried: 2, skipped: 0, requestedBy: { type: 'user' } });
  expect(parsed(RecoveryList, await call('GET', PATH)).data.map((each) => each._id)).toContain(_id);
  await expect.poll(async () => (await counted()).failed).toBe(1);
  const { data } = parsed(AuditPage, await developer.call('GET', `/v1/audit-log?resourceId=${_id}`));
  expect(data).toMatchObject([{ action: 'messages.recover', after: { ...body, total: 2 } }]);
  assertError(await call('POST', `${PATH}/${_id}/stop`), 409, 'a recovery that is over');
  assertError(await support.call('POST', `${PATH}/${_id}/stop`), 403, 'a stop by support');
  assertError(await call('GET', `${PATH}/${newId()}`), 404, 'an unknown recovery');
});
