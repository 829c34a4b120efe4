import { expect, test } from 'vitest';
import type { OutageList } from '#lib/integrations/schema.ts';
import { lastingOutage } from './use-lasting-outage.ts';

const outage = (_id: string, openedAt: string): OutageList[number] => ({
  ...{ integration: { _id, name: _id, identifier: _id }, openedAt },
  ...{ probeAt: '2026-11-30T10:01:00.000Z', words: 'refused', waiting: 1, more: false },
});
const [first, second] = ['2026-11-27T09:12:00.000Z', '2026-11-27T09:14:00.000Z'] as const;
const outages = [outage('ses', first), outage('sendgrid', second)];

test('a step waits for the outage that its reason names, or for that of its integration', () => {
  const held = { code: 'provider_unavailable', evidence: { provider: 'SES', since: first } } as const;
  const tried = { code: 'retry_waiting', evidence: { until: second, attempt: 2 } } as const;
  const integration = { _id: 'sendgrid' };
  expect(lastingOutage(outages, { reason: held, integration })).toBe(outages[0]);
  expect(lastingOutage(outages, { reason: tried, integration })).toBe(outages[1]);
  expect(lastingOutage(outages, { reason: tried, integration: { _id: 'other' } })).toBeUndefined();
  expect(lastingOutage(outages, { reason: tried })).toBeUndefined();
});
