import { describe, expect, test } from 'vitest';
import type { WorkflowChange as Change } from '#lib/workflows/client.ts';
import { changeLines, changeSummary, type StepNames, stepNames } from './change-summary.ts';

const names: StepNames = {
  welcome: { name: 'Welcome email', type: 'email' },
  wait: { name: 'Wait', type: 'delay' },
  push: { name: 'Nudge', type: 'in_app' },
};

const control = (step: string, path: string, before?: unknown, after?: unknown): Change => ({
  path: `steps.${step}.controlValues.${path}`,
  kind: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
  ...(before !== undefined && { before }),
  ...(after !== undefined && { after }),
});
const field = (path: string, before: unknown, after: unknown): Change => ({ path, kind: 'changed', before, after });

describe('one change', () => {
  const cases: [Change, string][] = [
    [control('welcome', 'subject', 'Hi', 'Hello'), 'Changed subject of Welcome email'],
    [control('welcome', 'subject', undefined, 'Hello'), 'Set subject of Welcome email'],
    [control('welcome', 'subject', 'Hi'), 'Cleared subject of Welcome email'],
    [control('push', 'primaryAction.redirect.url', 'a', 'b'), 'Changed primary action › link of Nudge'],
    [control('welcome', 'disableOutputSanitization', false, true), 'Switched raw output on in Welcome email'],
    [control('gone', 'body', 'a', 'b'), 'Changed body of gone'],
    [control('gone', 'skip.==.1', 'a', 'b'), 'Changed the condition for skipping of gone'],
    [control('wait', 'amount', 1, 2), 'Changed time of Wait'],
    [field('steps.wait.position', 0, 2), 'Moved step Wait from place 1 to 3'],
    [field('steps.wait.name', 'Wait', 'Wait a day'), 'Renamed step “Wait” to “Wait a day”'],
    [
      { path: 'steps.sms', kind: 'added', after: { name: 'Text', type: 'sms', controlValues: {} } },
      'Added step Text (SMS)',
    ],
    [{ path: 'steps.old', kind: 'removed', before: { name: 'Old', type: 'delay' } }, 'Removed step Old (Delay)'],
    [field('name', 'Old', 'New'), 'Renamed from “Old” to “New”'],
    [field('active', false, true), 'Activated'],
    [field('active', true, false), 'Paused'],
    [field('severity', 'none', 'high'), 'Changed severity from none to high'],
    [field('validatePayload', false, true), 'Switched payload validation on'],
    [field('description', 'a', 'b'), 'Changed description'],
    [field('description', '', 'b'), 'Set description'],
    [field('description', 'a', ''), 'Cleared description'],
    [field('preferences.user.all.readOnly', false, true), 'Made the workflow critical'],
    [field('preferences.user.all.readOnly', true, false), 'Made the workflow non-critical'],
    [field('preferences.default.channels.in_app.enabled', true, false), 'Switched In-app off by default'],
    [
      { path: 'preferences.user.channels.sms', kind: 'added', after: { enabled: false } },
      'Switched SMS off by default',
    ],
    [{ path: 'preferences.user', kind: 'removed', before: {} }, 'Cleared preferences'],
    [field('preferences.user', {}, null), 'Cleared preferences'],
    [
      field('preferences.user', null, {
        all: { enabled: true, readOnly: true },
        channels: { sms: { enabled: false } },
      }),
      'Set preferences: critical and SMS off',
    ],
    [
      field('preferences.user', null, {
        all: { enabled: false, readOnly: false },
        channels: { push: { enabled: true } },
      }),
      'Set preferences: all channels off and Push on',
    ],
    [
      field('preferences.user', null, { all: { enabled: true, readOnly: false }, channels: {} }),
      'Set preferences: everything on',
    ],
    [field('payloadSchema', null, { type: 'object' }), 'Set payload schema'],
    [field('payloadSchema', { type: 'object' }, null), 'Cleared payload schema'],
    [{ path: 'payloadSchema', kind: 'added', after: { type: 'object' } }, 'Set payload schema'],
    [{ path: 'payloadSchema.properties.orderId', kind: 'added' }, 'Changed payload schema: added orderId'],
  ];
  test.each(cases)('%j', (change, summary) => {
    expect(changeLines([change], names).map((line) => line.summary)).toEqual([summary]);
  });
});

test('a change has the values that its summary omits', () => {
  const [line] = changeLines([control('welcome', 'subject', 'Hi', 'Hello')], names);
  expect(line?.values).toEqual({ before: 'Hi', after: 'Hello' });
  expect(changeLines([field('active', false, true)])[0]?.values).toBeUndefined();
});

test('a removed tag is listed, and tags that moved up are not', () => {
  const changes: Change[] = [
    { path: 'tags.0', kind: 'changed', before: 'a', after: 'b' },
    { path: 'tags.1', kind: 'changed', before: 'b', after: 'new' },
    { path: 'tags.2', kind: 'removed', before: 'c' },
  ];
  expect(changeLines(changes).map(({ summary }) => summary)).toEqual(['Added tag new', 'Removed tags a and c']);
});

test('reordered tags are one change', () => {
  const changes = [field('tags.0', 'a', 'b'), field('tags.1', 'b', 'a')];
  expect(changeLines(changes)).toEqual([{ summary: 'Reordered the tags', kind: 'changed' }]);
});

test('a condition counts as one change, however much of it differs', () => {
  const changes = [control('welcome', 'skip.and.0.==.1', 'a', 'b'), control('welcome', 'skip.and.1', undefined, {})];
  expect(changeLines(changes, names).map(({ summary }) => summary)).toEqual([
    'Changed the condition for skipping of Welcome email',
  ]);
  expect(changeLines(changes, names)[0]?.values).toEqual({
    before: { 'and.0.==.1': 'a' },
    after: { 'and.0.==.1': 'b', 'and.1': {} },
  });
});

describe('the summary', () => {
  test('combines equal changes of one step', () => {
    const changes: Change[] = [
      control('welcome', 'subject', 'a', 'b'),
      { path: 'steps.wait', kind: 'added', after: { name: 'Wait', type: 'delay' } },
      control('welcome', 'body', 'a', 'b'),
    ];
    expect(changeSummary(changes, names)).toBe('Changed subject and body of Welcome email, added step Wait (Delay)');
  });

  test('counts omitted changes, and never omits a single one', () => {
    const changes = ['a', 'b', 'c', 'd', 'e'].map((key) => field(key, 1, 2));
    expect(changeSummary(changes)).toBe('Changed a, changed b, changed c and 2 more changes');
    expect(changeSummary(changes.slice(0, 4))).toBe('Changed a, changed b, changed c, changed d');
  });

  test('is empty without changes', () => expect(changeSummary([])).toBe(''));
});

test('step names come from the workflow', () => {
  const step = { stepId: 'welcome', name: 'Welcome email', type: 'email' } as const;
  expect(stepNames([step])).toEqual({ welcome: { name: 'Welcome email', type: 'email' } });
});
