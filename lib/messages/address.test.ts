import { expect, test } from 'vitest';
import { shownAddress } from './address.ts';

const subscriber = { subscriberId: 'jane', email: 'jane@shop.example' } as never;

test('a list shows the address of a message, if any', () => {
  expect(shownAddress({ channel: 'email', email: 'j@shop.example', subscriber })).toBe('j@shop.example');
  expect(shownAddress({ channel: 'sms', phone: '+1555', subscriber })).toBe('+1555');
  expect(shownAddress({ channel: 'push', deviceTokens: ['fcm-token-of-a-phone-9fK3xQ'], subscriber })).toBe(
    'device …9fK3xQ',
  );
  const webhook = { channel: 'chat', directWebhookUrl: 'https://hooks.chat.example/T1/secret' } as const;
  expect(shownAddress(webhook)).toBe('hooks.chat.example');
  expect(shownAddress({ channel: 'sms', subscriber })).toBeUndefined();
  expect(shownAddress({ channel: 'push', deviceTokens: [], subscriber })).toBeUndefined();
});

test('an inbox has no address, so its subscriber is shown by email', () => {
  expect(shownAddress({ channel: 'in_app', subscriber })).toBe('jane@shop.example');
  expect(shownAddress({ channel: 'in_app' })).toBeUndefined();
});
