import { expect, test } from 'vitest';
import { type AlertRule, CreateAlertRuleBody } from '#lib/alerts/schema.ts';
import { type AlertRuleValues, alertRuleForm, bodyOf, valuesOf } from './alert-rule-form.ts';

const ID = 'a'.repeat(24);
const OTHER = 'b'.repeat(24);
const blank = valuesOf(undefined, 'Europe/Berlin', 'me@example.com');
const filled: AlertRuleValues = { ...blank, name: 'Mail fails', watched: ID, integrationId: OTHER };

test('a new rule has the default numbers and sends to its author', () => {
  expect(blank).toMatchObject({ percent: '20', minutes: '15', messages: '10', to: 'me@example.com', isQuiet: false });
  expect(CreateAlertRuleBody.parse(bodyOf(filled))).toEqual({
    ...{ name: 'Mail fails', integrationId: OTHER, to: 'me@example.com', quietHours: null, active: true },
    condition: { kind: 'integration_failures', integrationId: ID, percent: 20, minutes: 15, messages: 10 },
  });
});

test.each<[Partial<AlertRuleValues>, string[]]>([
  [{}, []],
  [{ watched: '' }, ['watched']],
  [{ watched: '', kind: 'no_worker' }, []],
  [{ percent: '101', messages: 'ten' }, ['percent', 'messages']],
  [{ percent: '101', kind: 'oldest_work' }, []],
  [{ minutes: '' }, ['minutes']],
  [{ name: ' ', to: '', integrationId: '' }, ['name', 'integrationId', 'to']],
  [{ isQuiet: true }, []],
  [{ isQuiet: true, until: '22:00' }, ['until']],
  [{ isQuiet: true, from: '', timezone: 'Berlin' }, ['from', 'timezone']],
  [{ isQuiet: false, from: '', timezone: 'Berlin' }, []],
])('%j has problems at %j', (change, fields) => {
  const issues = alertRuleForm.safeParse({ ...filled, ...change }).error?.issues ?? [];
  expect([...new Set(issues.map(({ path }) => path.join('.')))].sort()).toEqual(fields.toSorted());
});

test('a rule that is opened and saved stays the same', () => {
  const quietHours = { from: '18:00', to: '08:30', timezone: 'UTC' };
  const rule = { ...bodyOf(filled), quietHours } as unknown as AlertRule;
  expect(bodyOf(valuesOf(rule, 'Europe/Berlin', 'x@y.example'))).toEqual(rule);
});
