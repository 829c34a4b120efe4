import { expect } from '@playwright/test';
import { type Client, clientOf, type Errors, errorsIn, packages, type Version } from '#e2e/client/clients.ts';
import { test } from '#e2e/client/named-service.ts';
import { createInbox } from '#e2e/inbox.ts';
import { newId } from '#lib/id.ts';

test.describe.configure({ mode: 'default' });

const subscriberId = 's0';

for (const version of Object.keys(packages) as Version[]) {
  test.describe(`the official client ${version}`, () => {
    let client: Client;
    let errors: Errors;
    test.beforeEach(({ service, tenant }) => {
      client = clientOf(version, service.url, tenant.apiKey);
      errors = errorsIn(version);
    });

    test('lists and counts notifications of a subscriber', async ({ tenant }) => {
      const made = await createInbox(tenant, 3);
      const { notifications } = client.subscribers;
      const { result } = await notifications.list({
        subscriberId,
        limit: 2,
        read: false,
        archived: false,
        severity: ['high'],
        data: '{"shop":"bristol"}',
        createdGte: 0,
      });
      expect(result.data.map(({ id }) => id)).toEqual(made.slice(0, 2));
      expect(result).toMatchObject({
        hasMore: true,
        data: [{ subject: 'Order 2', primaryAction: { label: 'Track' } }, {}],
      });
      const filters = JSON.stringify([{ read: false }, { archived: true }]);
      const counted = await notifications.count(subscriberId, filters);
      expect(counted.result.map(({ count }) => count)).toEqual([3, 0]);
      const { ErrorDto, ValidationErrorDto } = errors;
      await expect(notifications.list({ subscriberId: 'unknown' })).rejects.toBeInstanceOf(ErrorDto);
      await expect(notifications.count(subscriberId, 'x')).rejects.toBeInstanceOf(ValidationErrorDto);
    });

    test('changes one notification', async ({ tenant }) => {
      const [notificationId = ''] = await createInbox(tenant, 1);
      const one = { subscriberId, notificationId };
      const { notifications } = client.subscribers;
      expect((await notifications.markAsRead(one)).result.isRead).toBe(true);
      expect((await notifications.markAsUnread(one)).result.isRead).toBe(false);
      expect((await notifications.archive(one)).result.isArchived).toBe(true);
      expect((await notifications.unarchive(one)).result.isArchived).toBe(false);
      const snoozeUntil = new Date(Date.now() + 3_600_000);
      const snoozed = await notifications.snooze({ ...one, snoozeSubscriberNotificationDto: { snoozeUntil } });
      expect(snoozed.result).toMatchObject({ isSnoozed: true, snoozedUntil: snoozeUntil.toISOString() });
      expect((await notifications.unsnooze(one)).result.isSnoozed).toBe(false);
      const action = { ...one, actionType: 'primary' as const };
      expect((await notifications.completeAction(action)).result.primaryAction?.isCompleted).toBe(true);
      expect((await notifications.revertAction(action)).result.primaryAction?.isCompleted).toBe(false);
      await notifications.delete(one);
      const { ErrorDto, ValidationErrorDto } = errors;
      for (const verb of ['markAsRead', 'markAsUnread', 'archive', 'unarchive', 'unsnooze', 'delete'] as const)
        await expect(notifications[verb](one), verb).rejects.toBeInstanceOf(ErrorDto);
      await expect(notifications.revertAction({ ...action, notificationId: newId() })).rejects.toBeInstanceOf(ErrorDto);
      const past = { ...one, snoozeSubscriberNotificationDto: { snoozeUntil: new Date(0) } };
      await expect(notifications.snooze(past)).rejects.toBeInstanceOf(ValidationErrorDto);
    });

    test('changes all notifications, and deletes one message and those of a transaction', async ({ tenant }) => {
      const made = await createInbox(tenant, 3);
      const { notifications } = client.subscribers;
      const counts = async () => {
        const filters = JSON.stringify([{}, { seen: true }, { read: true }, { archived: true }]);
        return (await notifications.count(subscriberId, filters)).result.map(({ count }) => count);
      };
      await notifications.markAsSeen({ notificationIds: made.slice(0, 1) }, subscriberId);
      expect(await counts()).toEqual([3, 1, 0, 0]);
      await notifications.markAllAsRead({ data: '{"order":0}' }, subscriberId);
      expect(await counts()).toEqual([3, 2, 1, 0]);
      await notifications.archiveAllRead({}, subscriberId);
      expect(await counts()).toEqual([3, 2, 1, 1]);
      await notifications.archiveAll({}, subscriberId);
      expect(await counts()).toEqual([3, 3, 3, 3]);
      await client.messages.deleteByTransactionId('t0', 'in_app');
      expect(await counts()).toEqual([2, 2, 2, 2]);
      await expect(client.messages.deleteByTransactionId('t0')).rejects.toBeInstanceOf(Error);
      await client.messages.delete(made[0] ?? '');
      expect(await counts()).toEqual([1, 1, 1, 1]);
      await expect(client.messages.delete(newId())).rejects.toBeInstanceOf(errors.ErrorDto);
      await notifications.deleteAll({}, subscriberId);
      expect(await counts()).toEqual([0, 0, 0, 0]);
      await expect(notifications.archiveAll({}, 'unknown')).rejects.toBeInstanceOf(errors.ErrorDto);
    });
  });
}
