import { database } from '#e2e/database.ts';
import { expect, parsed, test } from '#e2e/fixtures.ts';
import { createMessage, createRun, createSubscriber, minutesAgo } from '#e2e/ui/story.ts';
import { type Reason, reasonFor } from '#lib/reasons/registry.ts';
import { DeliveryHealth } from '#lib/subscribers/schema.ts';

const path = '/v2/subscribers/user_jane/delivery-health';
const reason = reasonFor('no_integration', { channel: 'email' });
const failedStep = {
  type: 'email',
  name: 'Send the receipt',
  status: 'failed',
  details: [{ status: 'Failed', detail: 'Subscriber does not have an active integration', reason }],
};

test('a step that failed before it created a message counts, and has its run', async ({ call, tenant }) => {
  const jane = await createSubscriber(tenant);
  const bob = await createSubscriber(tenant, { subscriber_id: 'user_bob' });
  const [sent, first] = [minutesAgo(60), minutesAgo(20)];
  await createMessage(tenant, jane, { created_at: sent });
  await createRun(tenant, { person: jane, at: first, steps: [failedStep] });
  const { id } = await createRun(tenant, { person: jane, at: minutesAgo(2), steps: [failedStep] });
  await createRun(tenant, { person: bob, at: minutesAgo(1), steps: [failedStep] });
  const { channels } = parsed(DeliveryHealth, await call('GET', path));
  expect(channels).toEqual([
    {
      channel: 'email',
      lastDeliveredAt: sent.toISOString(),
      failing: {
        since: first.toISOString(),
        count: 2,
        withoutMessage: 2,
        notificationId: id,
        isOlder: false,
        reason: expect.objectContaining({ code: 'no_integration' }),
      },
    },
  ]);
});

test('a failed step with a message counts once', async ({ call, tenant }) => {
  const jane = await createSubscriber(tenant);
  const { id } = await createRun(tenant, { person: jane, steps: [failedStep] });
  const { rows } = await database().query<{ id: string }>('SELECT id FROM jobs WHERE notification_id = $1', [id]);
  await createMessage(tenant, jane, { notification_id: id, job_id: rows[0]?.id, status: 'error' });
  const { channels } = parsed(DeliveryHealth, await call('GET', path));
  expect(channels).toMatchObject([{ channel: 'email', failing: { count: 1, withoutMessage: 0, notificationId: id } }]);
});

test('of channels with skipped steps, only one with a missing address is listed', async ({ call, tenant }) => {
  const jane = await createSubscriber(tenant);
  const skipped = (type: string, reason: Reason) => ({
    type,
    name: type,
    status: 'skipped',
    details: [{ status: 'Warning', detail: 'Skipped', reason }],
  });
  const chat = skipped('chat', reasonFor('no_channel', { channel: 'chat' }));
  const push = skipped('push', reasonFor('skip_condition', { condition: {}, values: {} }));
  await createRun(tenant, { person: jane, at: minutesAgo(30), steps: [chat] });
  const newest = minutesAgo(3);
  await createRun(tenant, { person: jane, at: newest, steps: [chat, push] });
  const { channels } = parsed(DeliveryHealth, await call('GET', path));
  expect(channels).toEqual([{ channel: 'chat', lastSkippedAt: newest.toISOString() }]);
});

test('without messages the list is empty, and an unknown subscriber is 404', async ({ call, tenant }) => {
  await createSubscriber(tenant);
  expect(parsed(DeliveryHealth, await call('GET', path))).toEqual({ channels: [] });
  expect((await call('GET', path.replace('user_jane', 'unknown'))).status).toBe(404);
});
