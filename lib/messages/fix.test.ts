import { expect, test } from 'vitest';
import { reasonFor } from '#lib/reasons/registry.ts';
import { messageFix } from './fix.ts';
import type { Message } from './schema.ts';

const fixOf = (message: Partial<Message>) => messageFix({ channel: 'email', ...message } as Message, undefined);
const sandboxed = reasonFor('sandboxed', { provider: 'Postmark', attempt: 1 });

test('what only the sandbox took says how it would arrive; what was sent needs nothing', () => {
  expect(fixOf({ status: 'sent', reason: sandboxed })?.text).toContain('Switch sandbox mode off for Postmark');
  expect(fixOf({ status: 'sent', reason: reasonFor('sent', { provider: 'Postmark', attempt: 1 }) })).toBeUndefined();
  expect(fixOf({ status: 'sent' })).toBeUndefined();
});

test('what did not go out says what to do', () => {
  const bounced = reasonFor('provider_rejected', { provider: 'Postmark', words: 'no', attempt: 1 });
  expect(fixOf({ status: 'error', reason: bounced })?.text).toBeTruthy();
});
