import { expect, test } from 'vitest';
import { MINUTE_MS } from '#lib/time/durations.ts';
import { credentialsEnd } from './credentials-end.ts';
import { integrationFailures } from './integration-failures.ts';
import { noWorker } from './no-worker.ts';
import { oldestWork } from './oldest-work.ts';
import { ALERT_KINDS, AlertCondition } from './registry.ts';
import { workflowIssues } from './workflow-issues.ts';

const failures = {
  kind: 'integration_failures',
  integrationId: 'a'.repeat(24),
  percent: 20,
  minutes: 15,
  messages: 10,
} as const;

test.each([
  [{ sent: 8, failed: 2 }, 'holds', '2 of 10 messages (20%) through Mail failed in the last 15 minutes'],
  [{ sent: 81, failed: 19 }, 'clear', '19 of 100 messages (19%) through Mail failed in the last 15 minutes'],
  [{ sent: 0, failed: 9 }, 'clear', '9 of 9 messages (100%) through Mail failed in the last 15 minutes'],
  [{ sent: 0, failed: 0 }, 'clear', 'No message was sent through Mail in the last 15 minutes'],
  [
    { sent: 0, failed: 0, unreachableMs: 15 * MINUTE_MS },
    'holds',
    'The provider of Mail has not been reachable for 15 min',
  ],
  [
    { sent: 0, failed: 0, unreachableMs: 14 * MINUTE_MS },
    'clear',
    'No message was sent through Mail in the last 15 minutes',
  ],
])('failures %j: %s', (facts, verdict, words) => {
  expect(integrationFailures.judge({ name: 'Mail', ...facts }, failures)).toEqual({ verdict, words });
});

test.each([
  [undefined, 'clear', 'No due step is waiting'],
  [5 * MINUTE_MS, 'clear', 'The oldest due step has waited for 5 min'],
  [6 * MINUTE_MS, 'holds', 'The oldest due step has waited for 6 min'],
])('oldest work %s: %s', (waitingMs, verdict, words) => {
  expect(oldestWork.judge({ waitingMs }, { kind: 'oldest_work', minutes: 5 })).toEqual({ verdict, words });
});

test.each([
  [{ alive: 0, missingMs: 2 * MINUTE_MS }, 'holds', 'No worker has been alive for 2 min, so nothing is delivered'],
  [{ alive: 0, missingMs: 20_000 }, 'unclear', 'No worker has been alive for 20 s, so nothing is delivered'],
  [{ alive: 1, missingMs: 0 }, 'clear', '1 worker is alive, and messages are delivered'],
])('no worker %j: %s', (facts, verdict, words) => {
  expect(noWorker.judge(facts, { kind: 'no_worker', minutes: 2 })).toEqual({ verdict, words });
});

test.each([
  [[], 'clear', 'No active workflow has issues'],
  [['Welcome'], 'holds', '1 active workflow has issues: Welcome'],
  [['A', 'B', 'C', 'D', 'E', 'F', 'G'], 'holds', '7 active workflows have issues: A, B, C, D, E and 2 more'],
])('issues %j: %s', (names, verdict, words) => {
  expect(workflowIssues.judge({ names }, { kind: 'workflow_issues' })).toEqual({ verdict, words });
});

const NOW = Date.parse('2026-11-29T12:00:00Z');
const end = (name: string, day: string) => ({ name, day, what: 'credentials' }) as const;

test.each([
  [[], 'clear', 'No known credentials end within 30 days'],
  [[end('Outlook', '2026-12-30')], 'clear', 'No known credentials end within 30 days'],
  [[end('Outlook', '2026-12-29')], 'holds', 'Outlook: credentials end in 30 days'],
  [
    [end('SMTP', '2026-12-11'), end('Outlook', '2026-11-27')],
    'holds',
    'Outlook: credentials ended 2 days ago (also ending: SMTP)',
  ],
])('ends %j: %s', (ends, verdict, words) => {
  expect(credentialsEnd.judge({ ends, now: NOW }, { kind: 'credentials_end', days: 30 })).toEqual({ verdict, words });
});

test('the defaults of each kind are a valid condition, and each number has a field', () => {
  for (const { kind, defaults, numbers, watchesIntegration, condition } of ALERT_KINDS) {
    const watched = watchesIntegration ? { integrationId: 'a'.repeat(24) } : {};
    expect(AlertCondition.parse({ kind, ...defaults, ...watched })).toMatchObject({ kind });
    const keys = Object.keys(condition.shape).filter((key) => key !== 'kind' && key !== 'integrationId');
    expect(Object.keys(numbers)).toEqual(keys);
    expect(Object.keys(defaults)).toEqual(keys);
  }
});
