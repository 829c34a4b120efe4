import { expect, test } from 'vitest';
import { reasonFor } from '#lib/reasons/registry.ts';
import { absoluteTime } from '#lib/time/time.ts';
import { explanationTicket } from './ticket.ts';
import { explanationOf } from './wire.ts';

const AT = new Date('2026-05-03T12:00:00.000Z');
const PERSON = {
  ids: ['1'],
  ...{ subscriberId: 'user_42', firstName: 'Jane', lastName: 'Cooper', email: 'jane@shop.example', phone: null },
};
const RUN = {
  ...{ id: 'run-1', environmentId: 'e', subscriberId: '1', transactionId: 'txn_1', createdAt: AT },
  ...{ digestedNotificationId: null, snapshotId: 1n, ended: null },
  workflow: { id: 'w', name: 'Receipt', workflowId: 'receipt' },
};
const said = { provider: 'SendGrid', words: '550 <jane@shop.example> unknown', attempt: 1 };
const reason = reasonFor('provider_rejected', said);
const step = {
  ...{ id: 'job', stepId: 'mail', name: 'Mail', type: 'email' as const, status: 'failed' as const, reason },
  updatedAt: AT,
};
const sender = { _id: 'i', name: 'SendGrid EU', identifier: 'sendgrid-eu' };
const URL = 'https://belfry.example/production/explain?subscriber=run-1';

test('a text for a ticket reads as sentences, and ends with what a search needs', () => {
  const text = explanationTicket(explanationOf({ reason, person: PERSON, run: RUN, step, sender }), URL);
  expect(text.split('\n\n')).toEqual([
    'Email failed: SendGrid said “550 <j•••@shop.example> unknown”.\n' +
      `This is about “Receipt” for the subscriber user_42, triggered on ${absoluteTime(AT.toISOString())}.`,
    expect.stringMatching(/^What to do: .+\.$/),
    'Integration: SendGrid EU\nTransaction txn_1, run run-1\nReason code provider_rejected',
    URL,
  ]);
  for (const secret of ['Jane', 'Cooper', 'jane@shop']) expect(text).not.toContain(secret);
});

test('an answer without a run names the subscriber only', () => {
  const never = reasonFor('never_triggered', { workflow: 'Receipt' });
  const text = explanationTicket(explanationOf({ reason: never, person: PERSON }), URL);
  expect(text).toContain('\nThis is about the subscriber user_42.\n');
  expect(text).toContain('\nReason code never_triggered\n');
});
