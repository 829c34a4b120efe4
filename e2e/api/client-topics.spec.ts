import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { type Client, clientOf, type Errors, errorsIn, packages, type Version } from '#e2e/client/clients.ts';
import { test } from '#e2e/client/named-service.ts';
import { createSubscribers } from '#e2e/rows.ts';
import { createWorkflow } from '#e2e/workflow-rows.ts';

test.describe.configure({ mode: 'default' });

for (const version of Object.keys(packages) as Version[]) {
  test.describe(`the official client ${version}`, () => {
    let client: Client;
    let errors: Errors;
    test.beforeEach(({ service, tenant }) => {
      client = clientOf(version, service.url, tenant.apiKey);
      errors = errorsIn(version);
    });
    const newKey = () => `topic-${randomBytes(6).toString('hex')}`;

    test('creates, lists, gets, changes and deletes topics', async () => {
      const key = newKey();
      const { result: made } = await client.topics.create({ key, name: 'Orders' });
      expect(made).toMatchObject({ key, name: 'Orders' });
      expect((await client.topics.get(key)).result).toEqual(made);
      const { result: page } = await client.topics.list({ key, limit: 5, orderDirection: 'ASC', includeCursor: true });
      expect(page).toMatchObject({ data: [made], totalCount: 1 });
      expect((await client.topics.update({ name: 'All orders' }, key)).result.name).toBe('All orders');
      await expect(client.topics.create({ key }, true)).rejects.toBeInstanceOf(errors.TopicResponseDto);
      await expect(client.topics.create({ key: '' })).rejects.toBeInstanceOf(errors.ValidationErrorDto);
      expect((await client.topics.delete(key)).result.acknowledged).toBe(true);
      await expect(client.topics.get(key)).rejects.toBeInstanceOf(errors.ErrorDto);
      await expect(client.topics.delete(key)).rejects.toBeInstanceOf(errors.ErrorDto);
      await expect(client.topics.update({ name: 'x' }, key)).rejects.toBeInstanceOf(errors.ErrorDto);
    });

    test('subscribes, lists, gets, changes and unsubscribes', async ({ tenant }) => {
      await createSubscribers(tenant, 2);
      const workflowId = newKey();
      await createWorkflow(tenant, { identifier: workflowId, name: 'Price', tags: ['shop'] });
      const key = newKey();
      const condition = { '>': [{ var: 'payload.percent' }, 10] };
      const { result: made } = await client.topics.subscriptions.create(
        {
          subscriptions: ['s0', { identifier: `mine-${key}`, subscriberId: 's1' }, 'unknown'],
          context: { tenant: { id: 'acme', data: { plan: 'plus' } } },
          preferences: [
            { workflowId, condition },
            { filter: { tags: ['shop'] }, enabled: true, condition },
          ],
        },
        key,
      );
      expect(made).toMatchObject({
        meta: { totalCount: 3, successful: 2, failed: 1 },
        errors: [{ code: 'SUBSCRIBER_NOT_FOUND' }],
      });
      expect(made.data[1]).toMatchObject({
        identifier: `mine-${key}`,
        preferences: [{ workflow: { identifier: workflowId }, enabled: true, condition }],
      });
      const { result: page } = await client.topics.subscriptions.list({ topicKey: key, contextKeys: ['tenant:acme'] });
      expect(page.data.map(({ subscriber }) => subscriber.subscriberId)).toEqual(['s1', 's0']);
      const { result: theirs } = await client.subscribers.topics.list({ subscriberId: 's1', key });
      expect(theirs.data).toMatchObject([{ topic: { key }, identifier: `mine-${key}` }]);
      const { result: details } = await client.topics.subscriptions.getSubscription(key, `mine-${key}`);
      expect(details).toMatchObject({ id: made.data[1]?.id, contextKeys: ['tenant:acme'] });
      const { result: changed } = await client.topics.subscriptions.update({
        topicKey: key,
        identifier: `mine-${key}`,
        updateTopicSubscriptionRequestDto: { name: 'Mine', preferences: [workflowId] },
      });
      expect(changed).toMatchObject({ name: 'Mine', preferences: [{ enabled: true }] });
      const { result: member } = await client.topics.subscribers.retrieve('s1', key);
      expect(member).toMatchObject({ topicKey: key, externalSubscriberId: 's1' });
      const { result: gone } = await client.topics.subscriptions.delete(
        { subscriptions: [{ identifier: `mine-${key}`, subscriberId: 's1' }, 'unknown'] },
        key,
      );
      expect(gone).toMatchObject({ data: [{ identifier: `mine-${key}` }], meta: { successful: 1, failed: 1 } });

      const { ErrorDto, ValidationErrorDto } = errors;
      await expect(client.topics.subscriptions.create({ subscriptions: [] }, key)).rejects.toBeInstanceOf(
        ValidationErrorDto,
      );
      await expect(client.topics.subscriptions.delete({ subscriptions: ['s0'] }, newKey())).rejects.toBeInstanceOf(
        ErrorDto,
      );
      await expect(client.topics.subscriptions.getSubscription(key, 'none')).rejects.toBeInstanceOf(ErrorDto);
      await expect(client.subscribers.topics.list({ subscriberId: 'unknown' })).rejects.toBeInstanceOf(ErrorDto);
      await expect(client.topics.subscribers.retrieve('s1', key)).rejects.toBeInstanceOf(ErrorDto);
    });

    test('triggers topics and broadcasts, and cancels them', async ({ tenant }) => {
      await createSubscribers(tenant, 3);
      const workflowId = newKey();
      await createWorkflow(tenant, { identifier: workflowId });
      const key = newKey();
      await client.topics.subscriptions.create({ subscriptions: ['s0', 's1'] }, key);
      const to = [{ type: 'Topic' as const, topicKey: key, exclude: ['s1'] }];
      const { result: triggered } = await client.trigger({ workflowId, to, payload: { code: 1 } });
      expect(triggered).toMatchObject({ acknowledged: true, status: 'processed' });
      const reached = async (transactionId = '') =>
        (await client.notifications.list({ transactionId })).result.data
          .map((run) => run.subscriber?.subscriberId)
          .sort();
      await expect.poll(() => reached(triggered.transactionId)).toEqual(['s0']);
      const { result: page } = await client.notifications.list({ topicKey: key, subscriptionId: `tk=${key}:si=s0` });
      expect(page.data).toMatchObject([{ topics: [{ topicKey: key }] }]);
      const { result: broadcast } = await client.triggerBroadcast({ name: workflowId, payload: {} });
      expect(broadcast).toMatchObject({ acknowledged: true, status: 'processed' });
      await expect.poll(() => reached(broadcast.transactionId)).toEqual(['s0', 's1', 's2']);
      expect((await client.cancel(newKey())).result).toBe(false);
      const nowhere = [{ type: 'Topic' as const, topicKey: newKey() }];
      const { result: unsent } = await client.trigger({ workflowId, to: nowhere });
      expect(unsent).toMatchObject({ acknowledged: true, status: 'invalid_recipients' });
      const { ValidationErrorDto } = errors;
      const unknown = client.triggerBroadcast({ name: newKey(), payload: {} });
      await expect(unknown).rejects.toBeInstanceOf(ValidationErrorDto);
      const malformed = client.triggerBroadcast({ name: '', payload: {} });
      await expect(malformed).rejects.toBeInstanceOf(ValidationErrorDto);
    });
  });
}
