import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedValues, changesBetween } from './changes.ts';
import { newDefinition } from './definition.ts';
import type { StepContent, WorkflowDefinition } from './version-schema.ts';

const step = (stepId: string, controlValues: StepContent['controlValues'] = {}): StepContent => ({
  _id: `id-of-${stepId}`,
  stepId,
  name: `Step ${stepId}`,
  type: 'email',
  controlValues,
});

const base = newDefinition({ name: 'Welcome', workflowId: 'welcome' });
const withSteps = (...steps: StepContent[]): WorkflowDefinition => ({ ...base, steps });
const letters = (text: string) => withSteps(...[...text].map((letter) => step(letter)));

test('equal definitions have no changes', () => {
  expect(changesBetween(letters('abc'), structuredClone(letters('abc')))).toEqual([]);
});

test('fields are listed by their path, tags as a whole', () => {
  const after: WorkflowDefinition = {
    ...base,
    name: 'Hello',
    tags: ['a'],
    payloadSchema: { type: 'object' },
    preferences: { ...base.preferences, workflow: { all: { enabled: true, readOnly: true }, channels: {} } },
  };
  const changes = changesBetween(base, after).toSorted((a, b) => (a.path < b.path ? -1 : 1));
  expect(changes).toEqual([
    { path: 'name', kind: 'changed', before: 'Welcome', after: 'Hello' },
    { path: 'payloadSchema', kind: 'changed', before: null, after: { type: 'object' } },
    { path: 'preferences.workflow.all.readOnly', kind: 'changed', before: false, after: true },
    { path: 'tags', kind: 'changed', before: [], after: ['a'] },
  ]);
});

test('the values of controls are listed separately', () => {
  const before = withSteps(step('a', { subject: 'Hi', primaryAction: { label: 'Go' }, gone: 1 }));
  const after = withSteps(step('a', { subject: 'Ho', primaryAction: { label: 'Go', redirect: { url: '/' } } }));
  const changes = changesBetween(before, after);
  expect(changes).toHaveLength(3);
  expect(changes).toEqual(
    expect.arrayContaining([
      { path: 'steps.a.controlValues.subject', kind: 'changed', before: 'Hi', after: 'Ho' },
      { path: 'steps.a.controlValues.primaryAction.redirect', kind: 'added', after: { url: '/' } },
      { path: 'steps.a.controlValues.gone', kind: 'removed', before: 1 },
    ]),
  );
  expect(changedValues(changes)).toEqual({
    before: { 'steps.a.controlValues.subject': 'Hi', 'steps.a.controlValues.gone': 1 },
    after: { 'steps.a.controlValues.subject': 'Ho', 'steps.a.controlValues.primaryAction.redirect': { url: '/' } },
  });
});

test.each([
  ['abc', 'ac', ['removed steps.b']],
  ['ac', 'abc', ['added steps.b']],
  ['abc', 'bca', ['changed steps.a.position 0 2']],
  ['abcd', 'dabc', ['changed steps.d.position 3 0']],
  ['abcd', 'xbcd', ['removed steps.a', 'added steps.x']],
  ['ab', 'ba', ['changed steps.a.position 0 1']],
])('%s to %s lists only the changes that were made', (before, after, expected) => {
  const listed = changesBetween(letters(before), letters(after)).map(({ kind, path, before: from, after: to }) =>
    path.endsWith('position') ? `${kind} ${path} ${from} ${to}` : `${kind} ${path}`,
  );
  expect(listed.sort()).toEqual(expected.toSorted());
});

test('a renamed step is the same step, and another step with the old name is not', () => {
  const renamed = { ...step('a'), stepId: 'first' };
  expect(changesBetween(letters('a'), withSteps(renamed))).toEqual([
    { path: 'steps.first.stepId', kind: 'changed', before: 'a', after: 'first' },
  ]);
  const successor = { ...step('a'), _id: 'another' };
  expect(changesBetween(letters('a'), withSteps(successor))).toEqual([]);
  expect(changesBetween(letters('a'), withSteps(renamed, successor)).map(({ path }) => path)).toEqual([
    'steps.first.stepId',
    'steps.a',
  ]);
});

test('the new order results from moving the listed steps', () => {
  const order = fc.shuffledSubarray([...'abcdefgh'], { minLength: 8 });
  fc.assert(
    fc.property(order, (newOrder) => {
      const changes = changesBetween(letters('abcdefgh'), letters(newOrder.join('')));
      const moved = new Map(changes.map(({ path, after }) => [path.split('.')[1], after as number]));
      const staying = [...'abcdefgh'].filter((letter) => !moved.has(letter));
      const rebuilt = newOrder.map((_, at) => [...moved].find(([, to]) => to === at)?.[0] ?? staying.shift());
      expect(rebuilt).toEqual(newOrder);
      expect(changes.every(({ path, before, after }) => path.endsWith('.position') && before !== after)).toBe(true);
    }),
  );
});
