import { expect, test } from 'vitest';
import { type Reason, reasonFor } from '#lib/reasons/registry.ts';
import { lateShares, mainCause } from './late-shares.ts';

const MINUTE = 60_000;
const BEGIN = Date.parse('2026-11-27T12:02:00.000Z');
const at = (minutes: number) => new Date(BEGIN + minutes * MINUTE);

const OUTAGES = [
  { openedAt: at(0), closedAt: at(4) },
  { openedAt: at(30), closedAt: at(32) },
];
const [first, second] = OUTAGES.map(({ openedAt, closedAt }) => ({
  ...{ cause: 'outage', provider: 'SendGrid EU' },
  ...{ since: openedAt.toISOString(), until: closedAt.toISOString() },
}));

function shares(sentAfter: number, ...events: [minutes: number, reason: Reason][]) {
  return lateShares({
    ...{ begin: at(0), sentAt: at(sentAfter) },
    outageOf: (event) => OUTAGES.find(({ openedAt, closedAt }) => event.at >= openedAt && event.at <= closedAt),
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
    { ...first, ms: 4 * MINUTE },
    { cause: 'retry', ms: 34 * MINUTE, actor: 'ada@example.com', at: at(38).toISOString() },
  ]);
  expect(mainCause(found)).toBe('retry');
});

test('each outage that held up a message has its own part', () => {
  const again = reasonFor('provider_unavailable', { provider, integration: 'SendGrid EU', since: second?.since });
  const found = shares(32, [0, queued()], [0, unreached], [4, refused], [30, retried], [30, again], [32, sent]);
  expect(found.map((share) => ({ ...share, ms: share.ms / MINUTE }))).toEqual([
    { ...first, ms: 4 },
    { cause: 'retry', ms: 26, actor: 'ada@example.com', at: at(38).toISOString() },
    { ...second, ms: 2 },
  ]);
});

test('a part that is too small for the text counts for its neighbour, so that the parts add up', () => {
  const found = shares(40, [1, unreached], [4.5, refused], [5, retried], [39, unreached], [40, sent]);
  expect(found.reduce((sum, { ms }) => sum + ms, 0)).toBe(40 * MINUTE);
});

test('a provider that never responded is distinguished from one that refused at first', () => {
  const silent = reasonFor('provider_unavailable', { provider, problem: 'No response within 10 s' });
  const busy = reasonFor('provider_unavailable', { provider, words: 'busy' });
  expect(shares(20, [5, silent], [10, busy], [20, sent]).map(({ cause }) => cause)).toEqual([
    'unknown',
    'no_response',
    'provider',
  ]);
});

test('a retry of a step that only waited is no cause', () => {
  expect(shares(10, [0, unreached], [3, retried], [10, sent])).toEqual([{ ...first, ms: 10 * MINUTE }]);
});

test('waits for a worker, for the provider and for a limit follow each other, and small parts count for the one before', () => {
  const found = shares(
    40,
    [10, queued(at(0).toISOString())],
    [10.5, reasonFor('provider_rate_limited', { provider, until: at(30).toISOString() })],
    [30, reasonFor('rate_limit_waiting', { integration: 'i', provider, messagesPerSecond: 1 })],
    [40, sent],
  );
  expect(found.map(({ cause, ms }) => [cause, ms / MINUTE])).toEqual([
    ['queue', 10.5],
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
