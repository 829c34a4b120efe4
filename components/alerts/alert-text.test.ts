import { expect, test } from 'vitest';
import type { Alert, AlertRule } from '#lib/alerts/schema.ts';
import { endText, lastedText, ruleState, sentState } from './alert-text.ts';

const at = '2026-11-27T10:00:00.000Z';
const alert: Alert = {
  ...{ _id: 'a', ruleId: 'r', ruleName: 'No worker', kind: 'no_worker', words: 'No worker has been alive for 2 min' },
  ...{ raisedAt: at, notices: [] },
};
const rule = { active: true } as AlertRule;
const sent = (about: 'raised' | 'resolved', sandboxed = false) =>
  ({ about, at, integration: 'Mail', to: 'ops@example.com', sandboxed }) as const;
const pending = { about: 'raised', attempts: 0, nextTryAt: at, isQuiet: false } as const;

test.each<[Partial<AlertRule>, string, string | undefined]>([
  [{}, 'OK', undefined],
  [{ active: false, alert }, 'Paused', 'Nothing is watched'],
  [{ alert }, 'Alerting', 'No worker has been alive for 2 min'],
  [{ alert: { ...alert, problem: 'Refused' } }, 'Alerting', 'Not sent: Refused'],
  [{ problem: 'The integration was deleted' }, 'Cannot send', 'The integration was deleted'],
])('a rule with %j: %s', (given, label, text) => {
  expect(ruleState({ ...rule, ...given })).toMatchObject(text === undefined ? { label } : { label, text });
});

test.each<[Partial<Alert>, string, string]>([
  [{ pending }, 'Sending', 'Start of the alert'],
  [{ pending: { ...pending, isQuiet: true } }, 'Waiting', 'Start: after the quiet hours'],
  [{ pending: { ...pending, attempts: 2 }, problem: 'Refused' }, 'Not sent', 'Refused. Belfry will retry'],
  [{ endedAt: at, endCause: 'resolved', problem: 'Refused' }, 'Not sent', 'Refused'],
  [{ endedAt: at, endCause: 'resolved' }, 'Not sent', 'The alert ended during the quiet hours'],
  [{ endedAt: at, endCause: 'paused' }, 'Not sent', 'Rule paused or deleted before sending'],
  [{ notices: [sent('raised')] }, 'Sent', 'Start to ops@example.com through Mail'],
  [{ notices: [sent('raised'), sent('resolved')] }, 'Sent', 'Start and end to ops@example.com through Mail'],
  [{ notices: [sent('raised', true)] }, 'Sandbox', 'Start to ops@example.com through Mail'],
])('an alert with %j: %s', (given, label, text) => {
  expect(sentState({ ...alert, ...given })).toMatchObject({ label, text });
});

test('the end of an alert shows its cause', () => {
  expect(endText({ ...alert, endCause: 'resolved', endWords: '1 worker is alive' })).toBe('1 worker is alive');
  expect(endText({ ...alert, endCause: 'paused' })).toBe('The rule was paused');
});

test('an ended alert shows how long it lasted', () => {
  expect(lastedText({ ...alert, endedAt: '2026-11-27T10:35:00.000Z' })).toBe('lasted 35 min');
  expect(lastedText(alert)).toBeUndefined();
});
