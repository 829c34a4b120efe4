import { expect, test } from 'vitest';
import { whyNotSent } from './why-not-sent.ts';

const jane = { subscriberId: 'jane', firstName: 'Jane' } as never;

test('a skipped message cannot be sent while the subscriber has no address', () => {
  const reason = { code: 'no_address', evidence: { channel: 'sms' } } as const;
  const skipped = { channel: 'sms', reason, subscriber: jane } as const;
  expect(whyNotSent(skipped)).toBe('Cannot send: Jane has no phone number');
  expect(whyNotSent({ ...skipped, subscriber: { ...(jane as object), phone: '+1555' } as never })).toBeUndefined();
  expect(whyNotSent({ ...skipped, reason: undefined })).toBeUndefined();
});
