import { Novu } from '@novu/js';
import { expect, serviceUrl, test } from '#e2e/fixtures.ts';
import { createInbox } from '#e2e/inbox.ts';
import { createIntegration } from '#e2e/rows.ts';
import type { Tenant } from '#e2e/tenant.ts';
import { createWorkflow } from '#e2e/workflow-rows.ts';

/** Returns the official client of the inbox, which begins its session automatically. */
const clientOf = ({ environmentId }: Tenant, options: object = {}) =>
  new Novu({ applicationIdentifier: environmentId, subscriber: 's0', backendUrl: `${serviceUrl}/api`, ...options });

/** Returns the data of a result. @throws the error of the result. */
function dataOf<Data>({ data, error }: { data?: Data | undefined; error?: unknown }): Data {
  if (error) throw error;
  return data as Data;
}

test.beforeEach(({ tenant }) => createIntegration(tenant, { provider_id: 'svc', channel: 'in_app' }));

test('the official client lists and counts notifications', async ({ tenant }) => {
  const made = await createInbox(tenant, 3);
  const novu = clientOf(tenant);
  const page = dataOf(await novu.notifications.list({ limit: 2, tags: { and: [{ or: ['orders', 'x'] }] } as never }));
  expect(page).toMatchObject({ hasMore: true });
  expect(page.notifications.map(({ id }) => id)).toEqual(made.slice(0, 2));
  expect(page.notifications[0]).toMatchObject({
    subject: 'Order 2',
    severity: 'high',
    primaryAction: { label: 'Track' },
  });
  const rest = dataOf(await novu.notifications.list({ limit: 2, after: made[1] }));
  expect([rest.notifications.map(({ id }) => id), rest.hasMore]).toEqual([made.slice(2), false]);
  expect(dataOf(await novu.notifications.count({ read: false, severity: 'high' as never }))).toMatchObject({
    count: 3,
  });
  const filters = [{ read: false, tags: ['orders'] }, { archived: true }];
  const { counts } = dataOf(await novu.notifications.count({ filters }));
  expect(counts).toEqual([
    { count: 3, filter: filters[0] },
    { count: 0, filter: filters[1] },
  ]);
});

test('the official client changes notifications', async ({ tenant }) => {
  await createInbox(tenant, 3);
  const novu = clientOf(tenant);
  const [one, two] = dataOf(await novu.notifications.list()).notifications;
  if (!one || !two) throw new Error('The list is empty');
  expect(dataOf(await one.read())).toMatchObject({ isRead: true, isSeen: true });
  expect(dataOf(await one.unread())).toMatchObject({ isRead: false });
  expect(dataOf(await one.archive())).toMatchObject({ isArchived: true });
  expect(dataOf(await one.unarchive())).toMatchObject({ isArchived: false });
  const snoozeUntil = new Date(Date.now() + 3_600_000).toISOString();
  expect(dataOf(await one.snooze(snoozeUntil))).toMatchObject({ isSnoozed: true });
  expect(dataOf(await one.unsnooze())).toMatchObject({ isSnoozed: false });
  expect(dataOf(await one.completePrimary())).toMatchObject({ primaryAction: { isCompleted: true } });
  expect(dataOf(await one.revertPrimary())).toMatchObject({ primaryAction: { isCompleted: false } });
  expect((await one.completeSecondary()).error, 'there is no such button').toBeTruthy();
  expect((await two.delete()).error).toBeUndefined();
  expect((await novu.notifications.seenAll({ tags: ['orders'] })).error).toBeUndefined();
  expect((await novu.notifications.readAll()).error).toBeUndefined();
  expect(dataOf(await novu.notifications.count({ read: true }))).toMatchObject({ count: 2 });
  expect((await novu.notifications.archiveAllRead()).error).toBeUndefined();
  expect(dataOf(await novu.notifications.count({ archived: true }))).toMatchObject({ count: 2 });
});

test('the official client reads and changes preferences and the schedule', async ({ tenant }) => {
  await createInbox(tenant, 1);
  await createWorkflow(tenant, { identifier: 'news' });
  const novu = clientOf(tenant);
  const [global, news] = dataOf(await novu.preferences.list());
  if (!global || !news) throw new Error('Preferences are missing');
  expect([global.level, news.workflow?.identifier]).toEqual(['global', 'news']);
  expect(dataOf(await news.update({ channels: { email: false } }))).toMatchObject({ channels: { email: false } });
  expect(dataOf(await global.update({ channels: { sms: false } }))).toMatchObject({ channels: { sms: false } });
  const schedule = dataOf(await novu.preferences.schedule.get());
  const weeklySchedule = { monday: { isEnabled: true, hours: [{ start: '09:00 AM', end: '05:00 PM' }] } };
  expect(dataOf(await schedule.update({ isEnabled: true, weeklySchedule }))).toMatchObject({
    isEnabled: true,
    weeklySchedule,
  });
});

test('the official client subscribes to a topic', async ({ tenant }) => {
  await createInbox(tenant, 1);
  await createWorkflow(tenant, { identifier: 'news' });
  const novu = clientOf(tenant);
  const made = dataOf(await novu.subscriptions.create({ topicKey: 'updates', preferences: ['news'] } as never));
  expect(made).toMatchObject({ identifier: expect.stringContaining('updates') });
  expect(dataOf(await novu.subscriptions.list({ topicKey: 'updates' }))).toHaveLength(1);
  expect(dataOf(await novu.subscriptions.get({ topicKey: 'other' }))).toBeFalsy();
});

test('the official client gets the reason of a refused session', async ({ tenant }) => {
  const production = { ...tenant, environmentId: tenant.productionId };
  await createIntegration(production, { provider_id: 'svc', channel: 'in_app' });
  const { error } = await clientOf(production).notifications.list();
  expect(String((error as { cause?: unknown })?.cause ?? error) + String(error)).toMatch(
    /subscriberHash is missing|session/i,
  );
});
