import { expect, test } from 'vitest';
import { credentialEnd, daysLeft, endText } from './credential-end.ts';

const now = Date.parse('2026-11-29T12:00:00Z');
const entered = (day: string) => ({ day, what: 'credentials' }) as const;

test('the earlier of the entered day and the end of the certificate counts', () => {
  const certificateEndsAt = '2027-01-10T08:00:00.000Z';
  expect(credentialEnd({})).toBeUndefined();
  expect(credentialEnd({ credentialsEndOn: '2027-01-09', certificateEndsAt })).toEqual(entered('2027-01-09'));
  expect(credentialEnd({ credentialsEndOn: '2027-01-11', certificateEndsAt })?.what).toBe('certificate');
  expect(credentialEnd({ certificateEndsAt })).toEqual({ day: '2027-01-10', what: 'certificate' });
});

test.each([
  ['2026-12-11', 12, 'credentials end in 12 days'],
  ['2026-11-30', 1, 'credentials end tomorrow'],
  ['2026-11-29', 0, 'credentials end today'],
  ['2026-11-28', -1, 'credentials ended yesterday'],
  ['2026-11-20', -9, 'credentials ended 9 days ago'],
])('%s is %i days away', (day, days, text) => {
  expect([daysLeft({ day }, now), endText(entered(day), now)]).toEqual([days, text]);
});

test('a certificate is named', () => {
  expect(endText({ day: '2026-12-11', what: 'certificate' }, now)).toBe('client certificate ends in 12 days');
  expect(endText({ day: '2026-11-20', what: 'certificate' }, now)).toBe('client certificate ended 9 days ago');
});
