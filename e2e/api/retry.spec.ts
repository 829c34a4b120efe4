import { authorSmsSandbox } from '#e2e/authoring.ts';
import { assertError } from '#e2e/error-answer.ts';
import { type CallApi, caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { signedIn } from '#e2e/session.ts';
import { AuditPage } from '#lib/audit-log/schema.ts';
import { Explanation } from '#lib/explain/schema.ts';
import { newId } from '#lib/id.ts';
import { MessagePage } from '#lib/messages/schema.ts';
import { RunSummaryPage } from '#lib/notifications/list/run-summary.ts';
import { type Notification, NotificationPage, ResentRun, RetriedStep } from '#lib/notifications/schema.ts';
import { DeliveryHealth } from '#lib/subscribers/schema.ts';

const SMS = { name: 'Text', type: 'sms', controlValues: { body: 'Hello' } };
const DELAY = { name: 'Wait', type: 'delay', controlValues: { type: 'regular', amount: 1, unit: 'hours' } };

async function triggered(call: CallApi, steps: object[], to: object): Promise<string> {
  const workflowId = `retry-${newId()}`;
  const body = { name: 'Retry', workflowId, active: true, steps };
  expect((await call('POST', '/v2/workflows', { body })).status).toBe(201);
  const answer = await call<{ transactionId: string }>('POST', '/v1/events/trigger', {
    body: { name: workflowId, to },
  });
  expect(answer.status).toBe(201);
  return answer.body.transactionId;
}

async function runWith(call: CallApi, transactionId: string, status: string): Promise<Notification> {
  const read = async () =>
    parsed(NotificationPage, await call('GET', `/v1/notifications?transactionId=${transactionId}`)).data[0];
  await expect.poll(async () => (await read())?.jobs?.[0]?.status).toBe(status);
  return (await read()) as Notification;
}

test('a failed message is retried after the cause is fixed, also by support', async ({ call, tenant }) => {
  await authorSmsSandbox(call);
  const subscriberId = `retry-${newId()}`;
  const transactionId = await triggered(call, [SMS], { subscriberId, phone: '+15005550001' });
  const run = await runWith(call, transactionId, 'failed');
  const path = `/v1/notifications/${run._id}/steps/${run.jobs?.[0]?._id}/retry`;
  const reachable = { subscriberId, phone: '+15555550123' };
  expect((await call('POST', '/v2/subscribers', { body: reachable })).status).toBeLessThan(300);

  assertError(await caller('ApiKey wrong')('POST', path), 401, 'another key');
  const { data } = parsed(MessagePage, await call('GET', `/v1/messages?transactionId=${transactionId}`));
  const support = await signedIn(tenant, 'support');
  const retried = parsed(RetriedStep, await support.call('POST', `/v1/messages/${data[0]?._id}/retry`));
  expect(retried).toEqual({ acknowledged: true, status: 'queued' });
  const sent = await runWith(call, transactionId, 'completed');
  expect(sent.jobs?.[0]?.executionDetails.map(({ reason }) => reason?.code)).toContain('retry_requested');
  const developer = await signedIn(tenant, 'developer');
  const retries = parsed(AuditPage, await developer.call('GET', `/v1/audit-log?resourceId=${run._id}`)).data;
  expect(retries.map(({ action, failure }) => [action, failure])).toEqual([
    ['messages.retry', 'SMS failed: the sandbox said “The recipient is not valid”'],
  ]);
  assertError(await call('POST', path), 422, 'what was sent');
  assertError(await call('POST', `/v1/messages/${newId()}/retry`), 404, 'an unknown message');
  assertError(await call('POST', `/v1/notifications/${run._id}/steps/${newId()}/retry`), 404, 'an unknown step');
});

test('a delivered message is sent again with a reason, also by support', async ({ call, tenant }) => {
  await authorSmsSandbox(call);
  const to = { subscriberId: `resend-${newId()}`, phone: '+15555550123' };
  const transactionId = await triggered(call, [SMS], to);
  const run = await runWith(call, transactionId, 'completed');
  const jobId = run.jobs?.[0]?._id ?? '';
  const path = `/v1/notifications/${run._id}/steps/${jobId}/resend`;
  const support = await signedIn(tenant, 'support');
  assertError(await support.call('POST', path, { body: { reason: ' ' } }), 422, 'without reason');
  assertError(await caller('ApiKey wrong')('POST', path, { body: { reason: 'Lost' } }), 401, 'another key');
  const body = { reason: 'She deleted it' };
  const { notificationId } = parsed(ResentRun, await support.call('POST', path, { body }), 201);
  const sent = await runWith(call, transactionId, 'completed');
  expect(sent).toMatchObject({ _id: notificationId, resendOf: { notificationId: run._id, jobId } });
  const developer = await signedIn(tenant, 'developer');
  const { data } = parsed(AuditPage, await developer.call('GET', `/v1/audit-log?resourceId=${run._id}`));
  expect(data).toMatchObject([{ action: 'messages.resend', after: { notificationId, reason: body.reason } }]);
  assertError(await call('POST', path.replace(jobId, newId()), { body }), 404, 'an unknown step');
});

test('a failure caused by the sandbox is marked in every text of its reason', async ({ call }) => {
  await authorSmsSandbox(call);
  const subscriberId = `sandbox-${newId()}`;
  const transactionId = await triggered(call, [SMS], { subscriberId, phone: '+15005550001' });
  const run = await runWith(call, transactionId, 'failed');
  const made = { code: 'provider_rejected', evidence: { provider: 'Twilio', answeredBy: 'sandbox' } };
  expect(run.jobs?.[0]).toMatchObject({ reason: made });
  expect(run.jobs?.[0]?.executionDetails.at(-1)).toMatchObject({ isTest: true, reason: made });
  const rows = parsed(
    RunSummaryPage,
    await call('GET', `/v1/notifications?view=summary&transactionId=${transactionId}`),
  );
  expect(rows.data[0]?.decidedBy).toMatchObject({ reason: made });
  const messages = parsed(MessagePage, await call('GET', `/v1/messages?transactionId=${transactionId}`));
  expect(messages.data[0]).toMatchObject({ reason: made });
  const answer = parsed(Explanation, await call('GET', `/v1/explain?subscriber=${run._id}`));
  expect(answer.summary).toBe('SMS failed: the sandbox said “The recipient is not valid”.');
  const health = parsed(DeliveryHealth, await call('GET', `/v2/subscribers/${subscriberId}/delivery-health`));
  expect(health.channels).toMatchObject([{ channel: 'sms', failing: { reason: made } }]);
});

test('a waiting run is listed until it is cancelled', async ({ call }) => {
  const transactionId = await triggered(call, [DELAY], { subscriberId: `waits-${newId()}` });
  await runWith(call, transactionId, 'delayed');
  const waiting = async () => parsed(NotificationPage, await call('GET', '/v1/notifications/waiting?limit=50')).data;
  expect((await waiting()).map((run) => run.transactionId)).toEqual([transactionId]);
  expect((await call('DELETE', `/v1/events/trigger/${transactionId}`)).body).toBe(true);
  await expect.poll(async () => (await waiting()).length).toBe(0);
});
