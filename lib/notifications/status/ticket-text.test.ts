import { expect, test } from 'vitest';
import { Notification } from '#lib/notifications/schema.ts';
import { summaryOfJobs } from '#testing/run-surfaces.ts';
import { ticketText } from './ticket-text.ts';

const step = { _id: 's', active: true, filters: [], _templateId: 's' };

const job = (type: string, status: string, reason: object, name?: string) => ({
  _id: type,
  type,
  executionDetails: [],
  step: { ...step, ...(name && { name }) },
  providerId: 'sendgrid',
  status,
  reason,
});

const parsed = Notification.parse({
  _id: '65f1a2b3c4d5e6f708192a3b',
  _environmentId: 'e',
  _organizationId: 'o',
  _subscriberId: 's',
  transactionId: 'txn_1',
  createdAt: '2026-11-20T09:30:00.000Z',
  subscriber: {
    _id: 's',
    subscriberId: 'jane@shop.example',
    firstName: 'Jane',
    lastName: 'Cooper',
    email: 'jane@shop.example',
  },
  template: { name: 'Receipt', triggers: [] },
  payload: { code: '918273' },
  jobs: [
    job(
      'email',
      'failed',
      {
        code: 'provider_rejected',
        evidence: { provider: 'SendGrid', words: '550 <jane@shop.example> or +41 79 123 45 67 unknown', attempt: 1 },
      },
      'Send the receipt',
    ),
    job('sms', 'skipped', { code: 'filter', evidence: { condition: [], values: { 'payload.code': '918273' } } }),
    job('push', 'skipped', { code: 'no_token', evidence: {} }),
  ],
});

const run = { ...parsed, summary: summaryOfJobs(parsed.jobs ?? []) };

test('a text for a ticket shows the result of each step, and the address of the run', () => {
  const text = ticketText(run, 'https://belfry.example/production/activity?run=1');
  expect(text).toContain('“Receipt” for the subscriber j•••@shop.example, triggered on ');
  expect(text).toContain('Email failed: SendGrid said “550');
  expect(text).toContain('- Email “Send the receipt” failed: SendGrid said');
  expect(text).toContain('- SMS skipped: its filter did not match');
  expect(text).toContain('- Push skipped: no push device');
  expect(text).toContain('Transaction txn_1, run 65f1a2b3c4d5e6f708192a3b');
  expect(text.endsWith('\nhttps://belfry.example/production/activity?run=1')).toBe(true);
});

test('a text for a ticket contains no name, no whole address and no value of the payload', () => {
  const text = ticketText(run, 'https://belfry.example/production/activity?run=1');
  for (const secret of ['Jane', 'Cooper', 'jane@shop', '918273', '79 123', '41791234567'])
    expect(text).not.toContain(secret);
  expect(text).toContain('j•••@shop.example');
});

test('a text for a ticket names the integration of each step', () => {
  const [email, ...others] = parsed.jobs ?? [];
  const through = email && { ...email, integration: { _id: 'i', name: 'Local SMTP', identifier: 'local' } };
  const jobs = through ? [through, ...others] : [];
  expect(ticketText({ ...run, jobs }, '')).toMatch(/Email “Send the receipt” failed: .* \(through Local SMTP\)\n/);
  expect(ticketText({ ...run, jobs: jobs.slice(0, 1) }, '')).toContain('\nIntegration: Local SMTP\n');
});
