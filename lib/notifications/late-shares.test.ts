import { expect, test } from 'vitest';
import { type Reason, reasonFor } from '#lib/reasons/registry.ts';
import { lateShares, mainCause } from './late-shares.ts';

const MINUTE = 60_000;
const BEGIN = Date.parse('2026-11-27T12:02:00.000Z');
const at = (minutes: number) => new Date(BEGIN + minutes * MINUTE);

function shares(sentAfter: number, ...events: [minutes: number, reason: Reason][]) {
  return lateShares({
    ...{ begin: at(0), sentAt: at(sentAfter), isInOutage: (when) => when <= at(4) },
    events: events.map(([minutes, reason]) => ({ at: at(minutes), reason })),
  });
}

const provider = 'SendGrid';
const queued = (since?: string) => reasonFor('step_queued', { since });
const unreached = reasonFor('provider_unavailable', { provider, integration: 'SendGrid EU' });
const refused = reasonFor('provider_rejected', { provider, attempt: 2 });
const retried = reasonFor('retry_requested', { actor: 'ada@example.com', at: at(38).toISOString() });
const sent = reasonFor('sent', { provider, attempt: 3 });

test('an outage, then a refusal that someone retried, have their parts', () => {
  const found = shares(38, [0, queued()], [0, unreached], [4, refused], [38, retried], [38, sent]);
  expect(found).toEqual([
    { cause: 'outage', ms: 4 * MINUTE, provider: 'SendGrid EU' },
    { cause: 'retry', ms: 34 * MINUTE, actor: 'ada@example.com', at: at(38).toISOString() },
  ]);
  expect(mainCause(found)).toBe('retry');
});

test('a retry of a step that only waited is no cause', () => {
  expect(shares(10, [0, unreached], [3, retried], [10, sent])).toEqual([
    { cause: 'outage', ms: 10 * MINUTE, provider: 'SendGrid EU' },
  ]);
});

test('waits for a worker, for the provider and for a limit follow each other, and small parts are left out', () => {
  const found = shares(
    40,
    [10, queued(at(0).toISOString())],
    [10.5, reasonFor('provider_rate_limited', { provider, until: at(30).toISOString() })],
    [30, reasonFor('rate_limit_waiting', { integration: 'i', provider, messagesPerSecond: 1 })],
    [40, sent],
  );
  expect(found.map(({ cause, ms }) => [cause, ms / MINUTE])).toEqual([
    ['queue', 10],
    ['provider', 19.5],
    ['limit', 10],
  ]);
});

test('an attempt without a response outside of an outage is the provider’s, and a dead worker is a cause', () => {
  const stopped = reasonFor('outcome_unknown', { attempt: 1 });
  expect(shares(20, [5, unreached], [10, stopped], [20, sent]).map(({ cause }) => cause)).toEqual([
    'unknown',
    'provider',
    'worker',
  ]);
});

test('a failed device does not count as a failure that someone retried', () => {
  const found = shares(4, [0, refused], [0, unreached], [4, sent]);
  expect(found.map(({ cause }) => cause)).toEqual(['outage']);
});

test('without a recorded cause, the cause is unknown', () => {
  expect(mainCause(shares(20, [0, queued()], [20, sent]))).toBe('unknown');
});
