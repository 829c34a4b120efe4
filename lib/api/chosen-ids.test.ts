/** Tests IDs and addresses that callers choose and that are part of paths, in every body that accepts one. */

import { expect, test } from 'vitest';
import type { z } from 'zod';
import { ContextInput, CreateContextBody } from '#lib/contexts/schema.ts';
import { TriggerBody } from '#lib/events/schema.ts';
import { CreateSubscriberBody, PatchSubscriberBody, SubscriberParams } from '#lib/subscribers/schema.ts';
import { CreateTopicBody, TopicSubscriberParams } from '#lib/topics/schema.ts';
import { CreateWorkflowBody } from '#lib/workflows/schema.ts';

const trigger = { name: 'a', to: 'jane' };
const IDS: [string, z.ZodType, (id: string) => unknown][] = [
  ['a subscriber', CreateSubscriberBody, (subscriberId) => ({ subscriberId })],
  ['a recipient', TriggerBody, (to) => ({ ...trigger, to })],
  ['a recipient with data', TriggerBody, (subscriberId) => ({ ...trigger, to: [{ subscriberId, firstName: 'A' }] })],
  ['an actor', TriggerBody, (actor) => ({ ...trigger, actor })],
  ['a transaction', TriggerBody, (transactionId) => ({ ...trigger, transactionId })],
  ['a topic', CreateTopicBody, (key) => ({ key })],
  ['a type of contexts', CreateContextBody, (type) => ({ type, id: 'a' })],
  ['a context', CreateContextBody, (id) => ({ type: 'tenant', id })],
  ['a context of a trigger', ContextInput, (id) => ({ tenant: id })],
  ['a context of a trigger with data', ContextInput, (id) => ({ tenant: { id } })],
];

test.each(IDS)('%s is neither dots nor invisible', (_, schema, bodyOf) => {
  for (const id of ['.', '..', 'a\u200bb', '\u202ea', 'a\u00ad', 'a\nb', '']) {
    expect(schema.safeParse(bodyOf(id)).success, JSON.stringify(id)).toBe(false);
  }
  for (const id of ['a', 'a.b', '...', 'jörg@bücher.example', 'a b', '❤️', 'a/b', 'a%2e']) {
    expect(schema.safeParse(bodyOf(id)).success, id).toBe(true);
  }
});

test('a workflow identifier is not a dot', () => {
  for (const workflowId of ['.', '..']) {
    expect(CreateWorkflowBody.safeParse({ name: 'a', workflowId, steps: [] }).success).toBe(false);
  }
});

test('the problem names the character and its place', () => {
  const messages = CreateSubscriberBody.safeParse({ subscriberId: 'jane\u200b', email: 'ja\u200bne@example.com' }).error
    ?.issues;
  expect(messages?.map(({ message }) => message)).toEqual(
    expect.arrayContaining([
      'must not contain invisible characters: U+200B (zero width space) is character 5',
      'must not contain invisible characters: U+200B (zero width space) is character 3',
    ]),
  );
});

test.each([
  ['email address', { email: 'jane@example.com\u200b' }],
  ['phone number', { phone: '\u202a+4930123456\u202c' }],
])('an %s with invisible characters is rejected', (_, changes) => {
  expect(PatchSubscriberBody.safeParse(changes).success).toBe(false);
  expect(CreateSubscriberBody.safeParse({ subscriberId: 'a', ...changes }).success).toBe(false);
});

test('blanks around the ID of a subscriber are ignored in bodies and paths', () => {
  expect(CreateSubscriberBody.parse({ subscriberId: ' jane ' })).toEqual({ subscriberId: 'jane' });
  expect(SubscriberParams.parse({ subscriberId: 'jane ' })).toEqual({ subscriberId: 'jane' });
  expect(TopicSubscriberParams.parse({ topicKey: 'a', subscriberId: 'jane ' }).subscriberId).toBe('jane');
  expect(TriggerBody.parse({ ...trigger, to: ['jane '] }).to).toEqual(['jane']);
});
