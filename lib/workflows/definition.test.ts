import { expect, test } from 'vitest';
import { type Authored, newDefinition, revised, shortened, withNewSteps } from './definition.ts';
import { StepBody } from './schema.ts';

const steps = (...bodies: object[]) => bodies.map((body) => StepBody.parse(body));
const fresh = (body: Partial<Authored> = {}) => newDefinition({ name: 'Welcome', workflowId: 'welcome', ...body });

test('fields that the caller omits have defaults', () => {
  expect(fresh()).toEqual({
    workflowId: 'welcome',
    name: 'Welcome',
    description: '',
    tags: [],
    active: false,
    validatePayload: false,
    payloadSchema: null,
    isTranslationEnabled: false,
    severity: 'none',
    preferences: { user: null, workflow: { all: { enabled: true, readOnly: false }, channels: {} } },
    steps: [],
  });
});

test('stepIds are created from names and numbered', () => {
  const definition = fresh({
    steps: steps(
      { name: 'Welcome e-mail', type: 'email' },
      { name: 'welcome E-Mail!', type: 'sms' },
      { name: '欢迎', type: 'http_request' },
      { name: 'Other', type: 'sms', stepId: 'welcome-e-mail-2' },
      { name: 'Welcome e-mail', type: 'push' },
    ),
  });
  expect(definition.steps.map(({ stepId }) => stepId)).toEqual([
    'welcome-e-mail',
    'welcome-e-mail-1',
    'http-request',
    'welcome-e-mail-2',
    'welcome-e-mail-3',
  ]);
  expect(new Set(definition.steps.map(({ _id }) => _id)).size).toBe(5);
});

test('numbered names stay within the limit of names', () => {
  const name = `${'a'.repeat(254)}🙂`;
  const definition = fresh({ steps: steps({ name, type: 'sms' }, { name, type: 'sms' }, { name, type: 'sms' }) });
  const ids = definition.steps.map(({ stepId }) => stepId);
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id.length).toBeLessThanOrEqual(255);
  expect(shortened('🙂🙂', 3).isWellFormed()).toBe(true);
});

test('a step is recognised by _id, then by stepId, and keeps absent fields', () => {
  const before = fresh({
    steps: steps(
      { name: 'A', type: 'sms', controlValues: { body: 'a' } },
      { name: 'B', type: 'sms', controlValues: { body: 'b' } },
      { name: 'C', type: 'sms', controlValues: { body: 'c' } },
    ),
  });
  const [a, b, c] = before.steps;
  const after = revised(before, {
    steps: steps(
      { _id: c?._id, name: 'C renamed', type: 'sms', stepId: 'a' },
      { name: 'B', stepId: 'b', type: 'sms', controlValues: null },
      { name: 'A', type: 'sms', stepId: 'c' },
      { _id: 'of-another-workflow', name: 'D', type: 'sms' },
    ),
  });
  expect(after.steps.slice(0, 2)).toEqual([
    { _id: c?._id, stepId: 'a', name: 'C renamed', type: 'sms', controlValues: { body: 'c' } },
    { _id: b?._id, stepId: 'b', name: 'B', type: 'sms', controlValues: {} },
  ]);
  const ids = after.steps.map(({ _id }) => _id);
  expect(new Set([...ids, a?._id]).size, 'neither the third nor the fourth was there').toBe(5);
});

test('a step that changes its type loses the controls of the old type', () => {
  const before = fresh({ steps: steps({ name: 'A', type: 'sms', controlValues: { body: 'a' } }) });
  const [step] = revised(before, { steps: steps({ stepId: 'a', name: 'A', type: 'digest' }) }).steps;
  expect(step).toEqual({ _id: before.steps[0]?._id, stepId: 'a', name: 'A', type: 'digest', controlValues: {} });
});

test('absent fields stay, null removes, the identifier never changes', () => {
  const layer = { all: { enabled: false, readOnly: true }, channels: { email: { enabled: true } } };
  const before = fresh({
    description: 'd',
    tags: ['t'],
    active: true,
    payloadSchema: { type: 'object' },
    preferences: { user: layer as never, workflow: layer as never },
    steps: steps({ name: 'A', type: 'sms' }),
  });
  expect(revised(before, {})).toEqual(before);
  expect(revised(before, { workflowId: 'other', preferences: {} })).toEqual(before);
  const after = revised(before, { payloadSchema: null, preferences: { user: null, workflow: null }, steps: [] });
  expect(after).toEqual({ ...before, payloadSchema: null, preferences: fresh().preferences, steps: [] });
});

test('a copy has separate steps', () => {
  const original = fresh({ steps: steps({ name: 'A', type: 'sms' }) });
  const copy = withNewSteps(original);
  expect(copy.steps[0]).toEqual({ ...original.steps[0], _id: expect.stringMatching(/^[0-9a-f]{24}$/) });
  expect(copy.steps[0]?._id).not.toBe(original.steps[0]?._id);
});

test('numbers are stored in the form in which they are read', () => {
  const controlValues = { amount: -0, custom: JSON.parse('{"__proto__":{"a":1}}') };
  const [step] = fresh({ steps: steps({ name: 'A', type: 'custom', controlValues }) }).steps;
  expect(Object.is(step?.controlValues.amount, 0)).toBe(true);
  expect(JSON.stringify(step?.controlValues.custom)).toBe('{"__proto__":{"a":1}}');
});
