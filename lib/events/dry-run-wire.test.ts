import { expect, test } from 'vitest';
import { reasonFor } from '#lib/reasons/registry.ts';
import { dryRunReason } from './dry-run-wire.ts';

test('an acceptance becomes what a run would do, and keeps the sandbox that accepted', () => {
  const evidence = { provider: 'Postmark', address: 'm•••@example.net', attempt: 1 };
  expect(dryRunReason(reasonFor('sandboxed', evidence))).toMatchObject({
    code: 'would_send',
    evidence: { provider: 'Postmark', address: 'm•••@example.net', answeredBy: 'sandbox' },
  });
  const real = dryRunReason(reasonFor('sent', evidence));
  expect(real.code).toBe('would_send');
  expect(real.evidence).not.toHaveProperty('answeredBy');
  const stored = reasonFor('stored', { provider: 'Inbox', attempt: 1, integration: 'Shop inbox' });
  expect(dryRunReason(stored)).toBe(stored);
  const filtered = reasonFor('no_integration', { channel: 'sms' });
  expect(dryRunReason(filtered)).toBe(filtered);
});
