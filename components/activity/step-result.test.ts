import { expect, test } from 'vitest';
import type { Job } from '#lib/notifications/schema.ts';
import { type EvidenceOf, type ReasonCode, reasonFor } from '#lib/reasons/registry.ts';
import { clockTime, shortDateText } from '#lib/time/time.ts';
import { skippedAt, stepResult } from './step-result.ts';

const AT = '2026-11-20T12:00:03.000Z';
const RUN = {
  createdAt: '2026-11-20T12:00:00.000Z',
  subscriber: { _id: '1', subscriberId: 'jane', email: 'jane@shop.example' },
};

function detail<Code extends ReasonCode>(code: Code, evidence: EvidenceOf<Code>, createdAt = AT) {
  return { createdAt, reason: reasonFor(code, evidence) };
}

const MESSAGES = [{ _id: 'm', email: 'jane@shop.example' }];

function resultOf(type: Job['type'], status: string, ...details: ReturnType<typeof detail>[]): string | undefined {
  const job = { type, status, executionDetails: details, reason: details.at(-1)?.reason };
  return stepResult(job as unknown as Job, RUN, MESSAGES);
}

const sent = (address?: string, _messageId = 'm') => ({
  ...detail('sent', { provider: 'Postmark', attempt: 1, address }),
  _messageId,
});

test('a sent step shows the provider, the address and the time', () => {
  expect(resultOf('email', 'completed', sent('j•••@shop.example'))).toBe(
    `Postmark · jane@shop.example · ${clockTime(AT)}`,
  );
  expect(resultOf('in_app', 'completed', sent('the inbox'))).toBe(`Postmark · ${clockTime(AT)}`);
  expect(resultOf('email', 'completed', sent())).toBe(`Postmark · ${clockTime(AT)}`);
});

test('the whole address comes from the message, not from the current subscriber', () => {
  const line = (address: string, id: string) => resultOf('email', 'completed', sent(address, id));
  expect(line('j•••@shop.example', 'gone')).toBe(`Postmark · j•••@shop.example · ${clockTime(AT)}`);
  expect(line('b•••@shop.example', 'm')).toBe(`Postmark · b•••@shop.example · ${clockTime(AT)}`);
});

test('several addresses are counted, and each provider is named once', () => {
  const line = resultOf('push', 'completed', sent('•••a'), sent('•••b'), sent('•••c'));
  expect(line).toBe(`Postmark · 3 push devices · ${clockTime(AT)}`);
});

test('an integration is named instead of its provider, unless the step used several providers', () => {
  const through = (integration: object, ...details: ReturnType<typeof detail>[]) =>
    stepResult(
      {
        type: 'email',
        status: 'completed',
        executionDetails: details,
        integration,
        reason: sent().reason,
      } as unknown as Job,
      RUN,
      MESSAGES,
    );
  const local = { _id: 'i', name: 'Local SMTP', identifier: 'local' };
  const other = { ...detail('sent', { provider: 'SendGrid', attempt: 1 }), _messageId: 'm' };
  expect(through(local, sent())).toBe(`Local SMTP · ${clockTime(AT)}`);
  expect(through({ _id: 'i' }, sent())).toBe(`a deleted integration · ${clockTime(AT)}`);
  expect(through(local, sent(), other)).toBe(`Postmark · SendGrid · ${clockTime(AT)}`);
});

test('the day is shown if it differs from the day of the trigger', () => {
  const later = '2026-11-22T09:00:00.000Z';
  const line = resultOf('email', 'completed', detail('sandboxed', { provider: 'Postmark', attempt: 1 }, later));
  expect(line).toBe(`Postmark · ${shortDateText(later)}, ${clockTime(later)}`);
});

test('a step that sends nothing shows its result and its time', () => {
  const requested = detail('requested', { host: 'api.example', status: 200, attempt: 1 });
  expect(resultOf('http_request', 'completed', requested)).toBe(`api.example answered 200 · ${clockTime(AT)}`);
  expect(resultOf('delay', 'completed', detail('delay_finished', { span: 1 }))).toBe(`Until ${clockTime(AT)}`);
});

test('an unsuccessful step shows only its reason', () => {
  expect(resultOf('sms', 'skipped', detail('no_address', { channel: 'sms' }))).toBe('No phone number');
  const said = { provider: 'Twilio', words: 'not a number', attempt: 1 };
  expect(resultOf('sms', 'failed', detail('provider_rejected', said))).toBe('Twilio said “not a number”');
  expect(resultOf('sms', 'pending')).toBeUndefined();
});

test('an in-app message without a connected inbox shows that no reader can see it', () => {
  const stored = detail('stored', { provider: 'Inbox', attempt: 1, integration: 'Shop inbox' });
  expect(resultOf('in_app', 'completed', stored)).toBe(`Stored: no inbox was connected yet · ${clockTime(AT)}`);
});

test('only a skipped step shows the time of its reason', () => {
  const job = (status: string) => ({ status, executionDetails: [{ createdAt: AT }] }) as unknown as Job;
  expect(skippedAt(job('skipped'), RUN)).toBe(clockTime(AT));
  expect(skippedAt(job('failed'), RUN)).toBeUndefined();
  expect(skippedAt({ ...job('skipped'), executionDetails: [] }, RUN)).toBeUndefined();
});

test('without a message, a suppressed address is the subscriber’s present one', () => {
  const suppressed = reasonFor('suppressed', { address: 'j•••@shop.example', event: 'bounced' });
  const job = { type: 'email', status: 'skipped', executionDetails: [], reason: suppressed } as unknown as Job;
  expect(stepResult(job, RUN)).toMatch(/^jane@shop\.example is on the suppression list/);
  expect(stepResult(job, RUN, [{ _id: 'm', email: 'bob@shop.example' }])).toMatch(/^j•••@shop\.example is/i);
});
