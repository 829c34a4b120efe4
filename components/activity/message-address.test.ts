import { expect, test } from 'vitest';
import { aboutDetail, addressIn } from './message-address.ts';

const MESSAGES = [
  { _id: 'joe', email: 'joe@example.com' },
  { _id: 'jim', email: 'jim@example.com' },
  { _id: 'nope', email: 'nope' },
];

test('an attempt shows the address of its own message, even if another address has the same mask', () => {
  expect(addressIn({ _messageId: 'joe' }, 'j•••@example.com', MESSAGES)).toBe('joe@example.com');
  expect(addressIn({ _messageId: 'jim' }, 'j•••@example.com', MESSAGES)).toBe('jim@example.com');
  expect(addressIn({ _messageId: 'nope' }, '•••', [{ _id: 'joe', phone: '12345' }, ...MESSAGES])).toBe('nope');
});

test('an attempt without a known message shows the mask', () => {
  const about = { addresses: ['joe@example.com'] };
  expect(aboutDetail(about, { _messageId: 'gone' }, MESSAGES).addresses).toEqual([undefined, undefined]);
  expect(addressIn({}, 'j•••@example.com', MESSAGES)).toBe('j•••@example.com');
});

test('a step without a message shows the address that the next attempt uses', () => {
  const present = { email: 'uma@ux.example' };
  const shown = (detail: { _messageId?: string }) => aboutDetail({}, detail, MESSAGES, present).addresses;
  expect(shown({ _messageId: 'not-sent-yet' })).toEqual(['uma@ux.example', undefined]);
  expect(shown({})).toEqual(['uma@ux.example', undefined]);
  expect(shown({ _messageId: 'joe' })).toEqual(['joe@example.com', undefined]);
});
