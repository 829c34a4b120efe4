import { expect, test } from 'vitest';
import type { OutageMessage } from '#lib/outages/schema.ts';
import { failedRunsAddress, outageAddress } from './outage-address.ts';
import { countText, effectText, spanText } from './outage-texts.ts';

const openedAt = '2026-11-27T09:12:00.000Z';

test('the time of an outage names a second day only if there is one', () => {
  expect(spanText({ openedAt }, 'UTC')).toBe('Since 27 Nov, 09:12');
  expect(spanText({ openedAt, closedAt: '2026-11-27T09:24:00.000Z' }, 'UTC')).toBe('27 Nov, 09:12 to 09:24 (12 min)');
  expect(spanText({ openedAt, closedAt: '2026-11-28T09:12:00.000Z' }, 'UTC')).toBe(
    '27 Nov, 09:12 to 28 Nov, 09:12 (1 d)',
  );
});

test('a message says what the outage did to it', () => {
  const message = { effect: 'late', heldAt: openedAt, sentAt: '2026-11-27T09:24:00.000Z' } as OutageMessage;
  expect(effectText(message)).toBe('Sent 12 min late');
  expect(effectText({ ...message, effect: 'recovered' })).toBe('Given up, then sent by a retry 12 min later');
  expect(effectText({ ...message, effect: 'failed', sentAt: undefined })).toBe('Given up after all retries');
});

test('counts say whether there may be more', () => {
  expect([countText(1_200, false), countText(9, true)]).toEqual(['1,200', '9+']);
});

test('the runs to retry are those that the outage made fail', () => {
  const integration = { _id: 'i1', name: 'SES' };
  const outage = {
    integration,
    openedAt,
    words: 'refused',
    counts: { late: 0, failed: 2, recovered: 0, capped: false },
  };
  const failedRuns = { after: '2026-11-27T09:13:00.000Z', before: '2026-11-27T09:20:00.000Z' };
  expect(failedRunsAddress('/dev', { ...outage, failedRuns })).toBe(
    '/dev/activity?status=failed&reason=retries_exhausted&integration=i1&from=2026-11-27T09%3A13%3A00.000Z&to=2026-11-27T09%3A20%3A00.000Z',
  );
  expect(failedRunsAddress('/dev', outage)).toBeUndefined();
  expect(outageAddress('/dev', { integrationId: 'i1', openedAt })).toBe(
    '/dev/integrations/i1/outages/2026-11-27T09%3A12%3A00.000Z',
  );
});
