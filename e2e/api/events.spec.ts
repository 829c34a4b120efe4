import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { clientOf, errorsIn, packages, type Version } from '#e2e/client/clients.ts';
import { database } from '#e2e/database.ts';
import { type CallApi, expect, parsed, serviceUrl, test } from '#e2e/fixtures.ts';
import { TriggerResult } from '#lib/events/schema.ts';
import type { Notification } from '#lib/notifications/schema.ts';

const tag = () => randomBytes(5).toString('hex');
const SMS = { name: 'Text', type: 'sms', controlValues: { body: 'Your code is {{ payload.code }}' } };
const MAIL = {
  name: 'Mail',
  type: 'email',
  controlValues: { subject: 'Hello', body: '<p>Hello {{ subscriber.firstName }}</p>', editorType: 'html' },
};
const DELAY = { name: 'Wait', type: 'delay', controlValues: { type: 'regular', amount: 1, unit: 'hours' } };

async function workflow(call: CallApi, steps: object[], more: object = {}): Promise<string> {
  const workflowId = `events-${tag()}`;
  const body = { name: 'Events', workflowId, active: true, steps, ...more };
  expect((await call('POST', '/v2/workflows', { body })).status).toBe(201);
  return workflowId;
}

async function sandbox(call: CallApi, providerId: string, channel: string): Promise<void> {
  const body = { name: providerId, providerId, channel, active: true, sandbox: true, credentials: {} };
  expect((await call('POST', '/v1/integrations', { body })).status).toBe(201);
}

/** Returns the run of a transaction, after it has ended. */
async function endedRun(call: CallApi, transactionId: string): Promise<Notification> {
  let run: Notification | undefined;
  await expect
    .poll(async () => {
      const { body } = await call<{ data: Notification[] }>('GET', `/v1/notifications?transactionId=${transactionId}`);
      run = body.data[0];
      return run?.jobs?.every(({ status }) => /completed|failed|skipped|canceled/.test(status)) ?? false;
    })
    .toBe(true);
  return run as Notification;
}

test('a trigger in sandbox mode is delivered, and each step of its run has a reason', async ({ call }) => {
  await sandbox(call, 'twilio', 'sms');
  await sandbox(call, 'sendgrid', 'email');
  const name = await workflow(call, [SMS, MAIL]);
  const to = { subscriberId: 'jane', firstName: 'Jane', phone: '+15555550123' };
  const result = parsed(
    TriggerResult,
    await call('POST', '/v1/events/trigger', { body: { name, to, payload: { code: '42' } } }),
    201,
  );
  expect(result).toMatchObject({ acknowledged: true, status: 'processed' });
  const run = await endedRun(call, result.transactionId ?? '');
  expect(run.jobs?.map(({ type, status }) => [type, status])).toEqual([
    ['sms', 'completed'],
    ['email', 'skipped'],
  ]);
  expect(run.jobs?.[0]?.executionDetails.map(({ detail }) => detail)).toEqual([
    'Step queued',
    'Integration instance selected',
    'Message created',
    'Message sent',
  ]);
  expect(run.jobs?.[1]?.executionDetails.at(-1)?.detail).toBe('Subscriber missing email address');
});

test('a provider on this machine receives the message, and its response is stored', async ({ call }) => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const provider = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      resolve(Buffer.concat(chunks).toString());
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"message":{"id":"vendor-1"}}');
    });
  });
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
  const { port } = provider.address() as { port: number };
  const credentials = {
    baseUrl: `http://127.0.0.1:${port}/sms`,
    apiKeyRequestHeader: 'x-key',
    apiKey: 'key',
    secretKeyRequestHeader: 'x-secret',
    secretKey: 'secret',
    from: 'Belfry',
    idPath: 'message.id',
    datePath: 'message.at',
  };
  const body = { name: 'Own gateway', providerId: 'generic-sms', channel: 'sms', active: true, credentials };
  expect((await call('POST', '/v1/integrations', { body })).status).toBe(201);
  const name = await workflow(call, [SMS]);
  const to = { subscriberId: 'jane', phone: '+15555550123' };
  const result = parsed(
    TriggerResult,
    await call('POST', '/v1/events/trigger', { body: { name, to, payload: { code: '77' } } }),
    201,
  );
  expect(await promise).toContain('Your code is 77');
  const run = await endedRun(call, result.transactionId ?? '');
  expect(run.jobs?.[0]).toMatchObject({ status: 'completed', providerId: 'generic-sms' });
  expect(run.jobs?.[0]?.executionDetails.at(-1)?.raw).toContain('vendor-1');
  await new Promise((done) => provider.close(done));
});

test('a trigger without effect returns the reason, and is stored for support', async ({ call, tenant }) => {
  const unknown = await call('POST', '/v1/events/trigger', { body: { name: 'no-such', to: 'jane' } });
  expect(unknown.status).toBe(422);
  const messages = ['workflow_not_found', 'There is no workflow “no-such” in this environment'];
  expect(unknown.body).toMatchObject({ message: 'workflow_not_found', errors: { name: { messages } } });
  const paused = await workflow(call, [SMS], { active: false });
  const inactive = parsed(
    TriggerResult,
    await call('POST', '/v1/events/trigger', { body: { name: paused, to: 'jane' } }),
    201,
  );
  expect(inactive.status).toBe('trigger_not_active');
  const errors = async () =>
    (
      await database().query('SELECT code FROM trigger_refusals WHERE environment_id = $1 ORDER BY id', [
        tenant.environmentId,
      ])
    ).rows;
  await expect.poll(errors).toEqual([{ code: 'workflow_unknown' }, { code: 'workflow_inactive' }]);
});

test('a bulk trigger returns a result for each event, in order', async ({ call }) => {
  await sandbox(call, 'twilio', 'sms');
  const name = await workflow(call, [SMS]);
  const events = [
    { name, to: 'a' },
    { name: 'no-such', to: 'b' },
    { to: 'c' },
    { name, to: 'd', transactionId: 'same' },
    { name, to: 'd', transactionId: 'same' },
    null,
    { name, to: Array(101).fill('e') },
  ];
  const answer = await call<{ status: string; error?: string[] }[]>('POST', '/v1/events/trigger/bulk', {
    body: { events },
  });
  expect(answer.status).toBe(201);
  expect(answer.body.map(({ status, error }) => [status, error === undefined])).toEqual([
    ['processed', true],
    ['error', false],
    ['error', false],
    ['processed', true],
    ['processed', false],
    ['error', false],
    ['error', false],
  ]);
  expect(answer.body.at(-1)?.error).toEqual(['to: must name no more than 100 recipients']);
  expect((await call('POST', '/v1/events/trigger/bulk', { body: { events: Array(101).fill(events[0]) } })).status).toBe(
    422,
  );
});

test('a waiting transaction is cancelled once', async ({ call }) => {
  await sandbox(call, 'twilio', 'sms');
  const name = await workflow(call, [DELAY, SMS]);
  const { transactionId = '' } = parsed(
    TriggerResult,
    await call('POST', '/v1/events/trigger', { body: { name, to: 'jane' } }),
    201,
  );
  expect((await call('DELETE', `/v1/events/trigger/${transactionId}`)).body).toBe(true);
  const run = await endedRun(call, transactionId);
  expect(run.jobs?.map(({ status }) => status)).toEqual(['canceled', 'canceled']);
  expect((await call('DELETE', `/v1/events/trigger/${transactionId}`)).body).toBe(false);
});

for (const version of Object.keys(packages) as Version[]) {
  test(`the official client ${version} triggers, triggers in bulk and cancels`, async ({ call, tenant }) => {
    await sandbox(call, 'twilio', 'sms');
    const schema = { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] };
    const workflowId = await workflow(call, [DELAY, SMS], { validatePayload: true, payloadSchema: schema });
    const client = clientOf(version, serviceUrl, tenant.apiKey);
    const errors = errorsIn(version);
    const payload = { code: '1' };
    const { result } = await client.trigger({
      workflowId,
      to: { subscriberId: 'jane' },
      payload,
      transactionId: 'first',
    });
    expect(result).toMatchObject({ acknowledged: true, status: 'processed', transactionId: 'first' });
    const again = await client.trigger({ workflowId, to: 'jane', payload, transactionId: 'first' });
    expect(again.result.error?.[0]).toContain('first');
    const bulk = await client.triggerBulk({
      events: [
        { workflowId, to: 'jane', payload },
        { workflowId: 'none', to: 'jane' },
      ],
    });
    expect(bulk.result.map(({ status }) => status)).toEqual(['processed', 'error']);
    expect((await client.cancel('first')).result).toBe(true);
    const paused = await workflow(call, [SMS], { active: false });
    expect((await client.trigger({ workflowId: paused, to: 'jane' })).result.status).toBe('trigger_not_active');
    const invalid = await client.trigger({ workflowId, to: 'jane', payload: {} }).catch((error: unknown) => error);
    expect(invalid).toBeInstanceOf(errors.PayloadValidationExceptionDto);
    const unknown = await client.trigger({ workflowId: 'none', to: 'jane' }).catch((error: unknown) => error);
    expect(unknown).toBeInstanceOf(errors.ValidationErrorDto);
    const crowd = Array.from({ length: 101 }, (_, n) => `person-${n}`);
    const many = await client.trigger({ workflowId, to: crowd, payload }).catch((error: unknown) => error);
    expect(many).toBeInstanceOf(errors.ValidationErrorDto);
    expect(JSON.stringify(many)).toContain('must name no more than 100 recipients');
  });
}
