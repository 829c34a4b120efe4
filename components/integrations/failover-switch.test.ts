import { expect, test } from 'vitest';
import type { Integration } from '#lib/integrations/schema.ts';
import { failoverText } from './failover-switch.tsx';

const integration = (_id: string, channel: string, active = true) => ({ _id, channel, active }) as Integration;
const EMAIL = /^If an email or SMS integration cannot send/;
const CHAT = /Chat and push messages go to all connections/;

test('failover is explained for the kinds of channels with several active integrations, and once', () => {
  const emails = [integration('1', 'email'), integration('2', 'email')];
  const chats = [integration('3', 'chat'), integration('4', 'chat')];
  expect(failoverText(emails, true)).toMatch(EMAIL);
  expect(failoverText(emails, true)).not.toMatch(CHAT);
  expect(failoverText(chats, true)).toMatch(CHAT);
  expect(failoverText([...emails, ...chats], false)).toBe(
    'If an email or SMS integration cannot send, no other integration is used. ' +
      'Chat and push messages go to all connections of the subscriber. If a trigger names an integration, no other integration is used.',
  );
});

test('failover is not shown where no channel has another active integration', () => {
  const single = [integration('1', 'email'), integration('2', 'email', false), integration('3', 'sms')];
  expect(failoverText([...single, integration('4', 'in_app'), integration('5', 'in_app')], true)).toBe('');
});
