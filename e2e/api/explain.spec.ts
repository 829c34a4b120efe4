import { randomBytes } from 'node:crypto';
import { assertError } from '#e2e/error-answer.ts';
import { type CallApi, caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { populate } from '#e2e/populated.ts';
import { createIntegration } from '#e2e/rows.ts';
import { signedIn } from '#e2e/session.ts';
import { createApiKey, createTenant } from '#e2e/tenant.ts';
import { DryRunResult } from '#lib/events/dry-run-schema.ts';
import { Explanation } from '#lib/explain/schema.ts';
import { DraftPayload } from '#lib/workflows/preview-schema.ts';

const SMS = { name: 'Text', type: 'sms', controlValues: { body: 'Your code is {{ payload.code }}' } };
const DELAY = { name: 'Wait', type: 'delay', controlValues: { type: 'regular', amount: 1, unit: 'hours' } };

async function workflow(call: CallApi, steps: object[] = [SMS]): Promise<string> {
  const workflowId = `explain-${randomBytes(5).toString('hex')}`;
  const body = { name: 'Sign-in code', workflowId, active: true, steps };
  expect((await call('POST', '/v2/workflows', { body })).status).toBe(201);
  return workflowId;
}

const explainPath = (query: Record<string, string>) => `/v1/explain?${new URLSearchParams(query)}`;

test('support learns in one request why a subscriber got no SMS, and where to fix the cause', async ({
  tenant,
  call,
}) => {
  const name = await workflow(call);
  const to = { subscriberId: 'jane/ö', firstName: 'Jane', email: 'jane@example.com' };
  expect((await call('POST', '/v1/events/trigger', { body: { name, to } })).status).toBe(201);
  const support = await signedIn(tenant, 'support');
  for (const subscriber of ['jane/ö', 'jane@example.com', 'JANE@EXAMPLE.COM', 'Jan']) {
    await expect
      .poll(async () => (await support.call<Explanation>('GET', explainPath({ subscriber, channel: 'sms' }))).body.code)
      .toBe('no_address');
    const answer = parsed(
      Explanation,
      await support.call('GET', explainPath({ subscriber, channel: 'sms', workflow: name })),
    );
    expect(answer).toMatchObject({
      summary: 'SMS skipped: no phone number.',
      fix: { link: 'subscribers/jane%2F%C3%B6?dialog=edit&field=phone' },
      decisive: { layer: 'subscriber', step: { name: 'Text' }, run: { workflow: { workflowId: name } } },
    });
  }
});

test('subscribers of another tenant are not found; those of another environment only by members', async ({
  tenant,
  call,
}) => {
  const production = { ...tenant, environmentId: tenant.productionId };
  const there = await populate(production);
  const foreign = await populate(await createTenant());
  const owner = await signedIn(tenant, 'owner');
  const ask = (by: CallApi, subscriber = '') => by<Explanation>('GET', explainPath({ subscriber }));
  for (const name of ['subscriberId', 'email', 'phone', 'transactionId', 'notificationId', 'messageId', 'jobId']) {
    const { body } = await ask(call, there[name]);
    expect(body.code, `a key asks for ${name} of the other environment`).toBe('subscriber_unknown');
    for (const by of [call, owner.call])
      expect((await ask(by, foreign[name])).body.code, `${name} of another organization`).toBe('subscriber_unknown');
  }
  const elsewhere = parsed(Explanation, await owner.call('GET', explainPath({ subscriber: there.subscriberId ?? '' })));
  expect(elsewhere).toMatchObject({ code: 'other_environment', decisive: { run: { _id: there.notificationId } } });
});

test('a question without a subscriber, or with a malformed part, is 422', async ({ call }) => {
  for (const query of [
    '',
    '?subscriber=',
    '?subscriber=%20',
    '?subscriber=a&channel=fax',
    '?subscriber=a&at=yesterday',
  ])
    assertError(await call('GET', `/v1/explain${query}`), 422, query);
});

test('a dry run returns the future result, writes nothing, and is not for support', async ({ tenant, call }) => {
  const credentials = { accountSid: 'AC1', token: 'secret', from: '+15550001111' };
  const integration = { providerId: 'twilio', channel: 'sms', name: 'Texts', identifier: 'texts', credentials };
  expect((await call('POST', '/v1/integrations', { body: { ...integration, active: true } })).status).toBe(201);
  const name = await workflow(call, [DELAY, SMS]);
  const body = { name, to: { subscriberId: 'newcomer', phone: '+15555550123' }, payload: { code: '42' } };
  const result = parsed(DryRunResult, await call('POST', '/v1/events/dry-run', { body }));
  expect(result).toMatchObject({ outcome: 'sent', subscriber: { subscriberId: 'newcomer', isNew: true } });
  expect(result.steps).toMatchObject([
    { type: 'delay', status: 'completed', waits: [{ reason: { code: 'delayed' } }] },
    {
      type: 'sms',
      reason: { code: 'would_send' },
      messages: [{ content: 'Your code is 42', integration: { identifier: 'texts' } }],
    },
  ]);
  expect((await call('GET', '/v2/subscribers/newcomer')).status).toBe(404);
  expect((await call<{ data: unknown[] }>('GET', '/v1/notifications')).body.data).toEqual([]);
  const rejected = parsed(
    DryRunResult,
    await call('POST', '/v1/events/dry-run', { body: { ...body, name: 'no-such-workflow' } }),
  );
  expect(rejected).toMatchObject({ rejected: { reason: { code: 'workflow_unknown' } }, steps: [] });
  const support = await signedIn(tenant, 'support');
  assertError(await support.call('POST', '/v1/events/dry-run', { body }), 403, 'support');
  const topic = { ...body, to: { type: 'Topic', topicKey: 'all' } };
  assertError(await call('POST', '/v1/events/dry-run', { body: topic }), 422, 'a topic');
});

test('a dry run uses the unsaved draft, with the payload that the draft reads', async ({ tenant, call }) => {
  const name = await workflow(call);
  const steps = [{ ...SMS, controlValues: { body: 'Dear {{ payload.customer.name }}' } }, DELAY];
  const draft = { name: 'Sign-in code', steps, preferences: {} };
  const skip = { '==': [{ var: 'payload.plan' }, 'free'] };
  const skipping = { ...SMS, controlValues: { body: 'Hi', skip } };
  const sampled = await call('POST', '/v2/workflow-drafts/payload', {
    body: { ...draft, steps: [...steps, skipping] },
  });
  const { payload } = parsed(DraftPayload, sampled);
  expect(sampled.body).toEqual({ payload: { customer: { name: 'Jane Doe' }, plan: 'plan' }, from: 'templates' });
  const body = { name, to: { subscriberId: 'jane', phone: '+15555550123' }, payload };
  await createIntegration(tenant, { provider_id: 'twilio', channel: 'sms', primary: true });
  const run = async (by: CallApi, workflow?: object) =>
    by('POST', '/v1/events/dry-run', { body: workflow ? { ...body, workflow } : body });
  expect(parsed(DryRunResult, await run(call)).steps).toMatchObject([{ messages: [{ content: 'Your code is ' }] }]);
  expect(parsed(DryRunResult, await run(call, { ...draft, active: true })).steps).toMatchObject([
    { messages: [{ content: 'Dear Jane Doe' }] },
    { type: 'delay', status: 'completed' },
  ]);
  const paused = parsed(DryRunResult, await run(call, { ...draft, active: false }));
  expect(paused.rejected).toMatchObject({ reason: { code: 'workflow_inactive' } });
  const { body: stored } = await call<{ steps: object[] }>('GET', `/v2/workflows/${name}`);
  expect(stored.steps).toHaveLength(1);
  const triggers = caller(`ApiKey ${await createApiKey(tenant.environmentId, { scope: 'trigger' })}`);
  expect((await run(triggers)).status).toBe(200);
  assertError(await run(triggers, draft), 403, 'a key that may not read workflows');
});
