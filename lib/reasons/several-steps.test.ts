import { expect, test } from 'vitest';
import { type Reason, reasonFor } from './registry.ts';
import { stepsSummary } from './several-steps.ts';

const NO_PHONE = reasonFor('no_address', { channel: 'sms' });
const NO_EMAIL = reasonFor('no_address', { channel: 'email' });
const NO_DEVICE = reasonFor('no_token', {});
const OFF = reasonFor('preference_global', { channel: 'email' });
const BY_EMAIL = reasonFor('skip_condition', { condition: {}, values: { 'payload.byEmail': true } });
const BOUNCED = reasonFor('suppressed', { address: 'j•••@shop.example', event: 'bounced' });
const REJECTED = reasonFor('provider_rejected', { provider: 'Twilio', words: 'no', attempt: 1 });
const SENT = reasonFor('sent', { provider: 'Belfry', attempt: 1 });
const CANCELLED = reasonFor('canceled', { actor: 'Ann' });
const GONE = reasonFor('workflow_deleted', { actor: 'Ann' });
const THROTTLED = reasonFor('throttled', { count: 3, limit: 3, until: '2026-11-22T19:07:00.000Z' });

type Given = [type: 'sms' | 'email' | 'push' | 'in_app' | 'chat' | 'throttle', reason: Reason | undefined];

test.each<[Given[], string]>([
  [[['sms', NO_PHONE]], 'SMS skipped: no phone number'],
  [
    [
      ['sms', NO_PHONE],
      ['email', NO_EMAIL],
      ['push', NO_DEVICE],
    ],
    'SMS, email and push skipped: no phone number, no email address, no push device',
  ],
  [
    [
      ['email', NO_EMAIL],
      ['email', NO_EMAIL],
    ],
    'Email skipped: no email address',
  ],
  [
    [
      ['email', OFF],
      ['sms', OFF],
    ],
    'Email and SMS skipped: switched off for all workflows',
  ],
  [
    [
      ['in_app', SENT],
      ['email', CANCELLED],
      ['sms', CANCELLED],
    ],
    'In-app sent: Belfry accepted the message; email and SMS cancelled by Ann',
  ],
  [
    [
      ['email', GONE],
      ['sms', GONE],
    ],
    'Email and SMS cancelled: the workflow was deleted by Ann',
  ],
  [
    [
      ['email', NO_EMAIL],
      ['sms', BY_EMAIL],
    ],
    'Email skipped: no email address; SMS skipped: byEmail is true',
  ],
  [
    [
      ['sms', NO_PHONE],
      ['email', BY_EMAIL],
      ['push', NO_DEVICE],
    ],
    'SMS and push skipped: no phone number, no push device; email skipped: byEmail is true',
  ],
  [
    [
      ['sms', REJECTED],
      ['email', NO_EMAIL],
    ],
    'SMS failed: Twilio said “no”; email skipped: no email address',
  ],
  [
    [
      ['sms', NO_PHONE],
      ['email', undefined],
    ],
    'SMS skipped: no phone number; email skipped: no reason was recorded',
  ],
  [[['throttle', THROTTLED]], 'Limit of 3 reached; next run allowed on 22 Nov 2026, 19:07 UTC'],
])('%j', (steps, text) => {
  const input = steps.map(([type, reason]) => ({
    ...{ type, reason },
    ...(reason === undefined && { outcome: 'skipped' as const }),
  }));
  expect(stepsSummary(input)).toBe(text);
});

test('more than three reasons are counted', () => {
  const steps = [BOUNCED, NO_PHONE, OFF, BY_EMAIL, BY_EMAIL].map((reason, at) => ({
    type: (['email', 'sms', 'in_app', 'chat', 'push'] as const)[at],
    reason,
  }));
  expect(stepsSummary(steps)).toMatch(/^Email skipped: .+; SMS skipped: .+; in-app skipped: .+; 2 more$/);
});
