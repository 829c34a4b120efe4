import { expect, test } from 'vitest';
import { reasonFor } from '#lib/reasons/registry.ts';
import { messageOutcome, messageState } from './state.ts';
import { messageRetries, messageSummary, messageWhy, readerSummaries } from './summary.ts';

const noPhone = reasonFor('no_address', { channel: 'sms' });
const gone = reasonFor('token_gone', { provider: 'Firebase Cloud Messaging', address: 'abc…' });
const rejected = reasonFor('provider_rejected', { provider: 'Twilio', words: 'Not valid', attempt: 1 });
const sandboxed = reasonFor('sandboxed', { provider: 'Twilio', attempt: 1 });
const stored = reasonFor('stored', { provider: 'Inbox', attempt: 1, integration: 'Shop inbox' });
const down = reasonFor('provider_unavailable', { provider: 'Twilio' });

test('a message of a skipped step is skipped, whatever its status in the interface', () => {
  expect(messageState({ status: 'warning', reason: noPhone })).toBe('skipped');
  expect(messageState({ status: 'error', reason: gone })).toBe('skipped');
});

test('a failed attempt that is followed by another is neither failed nor skipped', () => {
  expect(messageState({ status: 'warning', reason: down })).toBe('attempted');
  expect(messageState({ status: 'error', reason: rejected })).toBe('failed');
  expect(messageState({ status: 'sent' })).toBe('sent');
  expect(messageState({ status: 'sent', reason: sandboxed })).toBe('sandboxed');
  expect(messageState({ status: 'sent', reason: stored })).toBe('stored');
  expect(messageOutcome({ status: 'sent', reason: stored })).toBe('sent');
});

test('without a reason the interface’s status counts', () => {
  expect(messageState({ status: 'warning' })).toBe('warning');
  expect(messageState({ status: 'error' })).toBe('failed');
});

test('the text of a row omits the recipient, who is in another column', () => {
  const subscriber = { subscriberId: 'taras', firstName: 'Taras' };
  const message = { status: 'warning', reason: noPhone, subscriber } as const;
  expect(messageSummary({ ...message, channel: 'sms' })).toBe('SMS skipped: no phone number.');
  expect(messageWhy(message)).toBe('no phone number');
  expect(messageWhy({ ...message, status: 'sent' })).toBeUndefined();
  expect(messageWhy({ status: 'error', errorText: 'Unknown' })).toBe('Unknown');
});

test('a row shows the number of attempts, and the page also their duration', () => {
  const tried = (attempts: number, words?: string) =>
    messageRetries({ reason: reasonFor('retries_exhausted', { attempts, span: 77_280_000, ...(words && { words }) }) });
  expect(tried(9, 'The service is unavailable')).toEqual({
    after: 'after 9 attempts',
    said: '“The service is unavailable”',
  });
  expect(tried(1, 'busy')?.after).toBe('after 1 attempt');
  expect(tried(9)).toBeUndefined();
  expect(tried(9, 'withheld')).toBeUndefined();
  expect(messageRetries({ reason: rejected })).toBeUndefined();
  expect(messageRetries({})).toBeUndefined();
});

test('the page of a message shows outcome and reason, also of a sent message', () => {
  const said = (status: 'sent' | 'error' | 'warning', reason?: object, errorText?: string) =>
    messageSummary({ channel: 'email', status, ...(reason && { reason }), errorText } as never);
  expect(said('error', rejected)).toBe('Email failed: Twilio said “Not valid”.');
  expect(said('sent', reasonFor('sent', { provider: 'Twilio', attempt: 1 }))).toBe(
    'Email sent: Twilio accepted the message.',
  );
  expect(said('sent', sandboxed)).toBe('Email sent (sandbox): the message was not delivered.');
  expect(said('warning', down)).toBe('Email not sent at this attempt: Twilio was not available.');
  expect(said('sent')).toBe('Email sent.');
  expect(said('error', undefined, 'Unknown')).toBe('Email failed: Unknown.');
});

test('the reader’s last action leads, and a message that was seen is no longer stored only', () => {
  const now = Date.parse('2026-11-29T12:00:00.000Z');
  const at = '2026-11-27T09:12:00.000Z';
  const subscriber = { subscriberId: 'jane', firstName: 'Jane', lastName: 'Cooper' };
  const message = { channel: 'in_app', status: 'sent', seen: true, read: false, firstSeenAt: at, subscriber } as const;
  const said = (more: object) =>
    readerSummaries({ ...message, ...more } as never, now).map((each) => each.replaceAll(/27 Nov, \d\d:\d\d/g, 'then'));
  expect(said({ seen: false })).toEqual([]);
  expect(said({ channel: 'email' })).toEqual([]);
  expect(said({})).toEqual(['In-app message seen by Jane Cooper on then, unread.']);
  expect(said({ read: true, lastReadDate: at })).toEqual(['In-app message read by Jane Cooper on then.']);
  expect(said({ read: true, archivedAt: at })).toEqual(['In-app message archived by Jane Cooper on then.']);
  const until = '2026-11-30T09:00:00.000Z';
  expect(said({ snoozedUntil: until })).toEqual([expect.stringMatching(/snoozed by Jane Cooper until 30 Nov/)]);
  expect(said({ snoozedUntil: until, inbox: { completed: [], snoozedAt: at } })).toEqual([
    expect.stringMatching(/^In-app message snoozed by Jane Cooper on then, until 30 Nov/),
  ]);
  expect(said({ read: true, snoozedUntil: at })).toEqual(['In-app message read by Jane Cooper.']);
  expect(said({ inbox: { completed: [], firstReadAt: at, unreadAt: at } })).toEqual([
    'In-app message read by Jane Cooper on then, unread again since then.',
  ]);
  const stored = { status: 'sent', reason: { code: 'stored', evidence: { provider: 'Inbox', attempt: 1 } } } as never;
  expect([messageState(stored), messageState({ ...(stored as object), seen: true } as never)]).toEqual([
    'stored',
    'sent',
  ]);
});

test('the last click on a button leads, before the state of the message', () => {
  const now = Date.parse('2026-11-29T12:00:00.000Z');
  const buttons = [
    { type: 'primary', content: 'Open order' },
    { type: 'secondary', content: '' },
  ];
  const completed = [{ type: 'primary' }, { type: 'secondary', at: '2026-11-29T11:00:00.000Z' }];
  const state = { channel: 'in_app', status: 'sent', seen: true, read: true, cta: { action: { buttons } } };
  expect(readerSummaries({ ...state, inbox: { completed } } as never, now)).toEqual([
    expect.stringMatching(/^The secondary button clicked at \d\d:\d\d\.$/),
    '“Open order” clicked.',
    'In-app message read.',
  ]);
});
