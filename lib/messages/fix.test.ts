import { expect, test } from 'vitest';
import { reasonFor } from '#lib/reasons/registry.ts';
import { messageFix } from './fix.ts';
import type { Message } from './schema.ts';

const fixOf = (message: Partial<Message>) => messageFix({ channel: 'email', ...message } as Message, undefined);
const sandboxed = reasonFor('sandboxed', { provider: 'Postmark', attempt: 1 });

test('a sandboxed message shows how it would arrive, and a sent one needs no fix', () => {
  expect(fixOf({ status: 'sent', reason: sandboxed })?.text).toContain('Switch sandbox mode off for Postmark');
  expect(fixOf({ status: 'sent', reason: reasonFor('sent', { provider: 'Postmark', attempt: 1 }) })).toBeUndefined();
  expect(fixOf({ status: 'sent' })).toBeUndefined();
});

test('a message that was not sent shows its fix', () => {
  const bounced = reasonFor('provider_rejected', { provider: 'Postmark', words: 'no', attempt: 1 });
  expect(fixOf({ status: 'error', reason: bounced })?.text).toBeTruthy();
});
