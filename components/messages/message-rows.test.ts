import { expect, test } from 'vitest';
import type { Message } from '#lib/messages/schema.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { messageRows, targetsOf } from './message-rows.ts';

let count = 0;

/** Returns a push message of a step to a separate device. */
function push(columns: Partial<Message> = {}): Message {
  const _id = `m${++count}`;
  const ofStep = { _notificationId: 'run', _messageTemplateId: 'step', channel: 'push', providerId: 'fcm' };
  return { _id, ...ofStep, status: 'sent', title: 'On its way', deviceTokens: [`token-${_id}`], ...columns } as Message;
}

const idsOf = (messages: Message[]) =>
  messageRows(messages).map(({ _id, alike = [] }) => [_id, ...alike.map((each) => each._id)]);

test('messages to three devices of one person are one row, at the position of the newest', () => {
  const [first, mail, second, third] = [push(), push({ channel: 'email' }), push(), push()];
  const rows = messageRows([first, mail, second, third]);
  expect(rows.map(({ _id }) => _id)).toEqual([first._id, mail._id]);
  expect(rows.map(targetsOf)).toEqual(['3 devices', undefined]);
  expect(rows[1]).toBe(mail);
});

test('chats are counted too', () => {
  const [row] = messageRows([push({ channel: 'chat' }), push({ channel: 'chat' })]);
  expect(row && targetsOf(row)).toBe('2 chats');
});

test.each<[string, Partial<Message>]>([
  ['of another run', { _notificationId: 'other' }],
  ['of another step', { _messageTemplateId: 'other' }],
  ['with another result', { status: 'error', reason: reasonFor('bounced', { words: 'gone' }) as never }],
  ['through another provider', { providerId: 'apns' }],
  ['with another text', { title: 'Delivered' }],
  ['of an unknown step', { _messageTemplateId: null }],
])('one %s has a row of its own', (_, columns) => {
  expect(idsOf([push(), push(columns)])).toHaveLength(2);
});

test('emails are never one row', () => {
  expect(idsOf([push({ channel: 'email' }), push({ channel: 'email' })])).toHaveLength(2);
});
