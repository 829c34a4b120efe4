import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { stepFactsFile } from './facts-file.ts';
import { STEPS, type WorkflowStepType } from './index.ts';
import { CONTENT_ISSUE_TYPES, INTEGRATION_ISSUE_TYPES, StepIssues } from './issues.ts';
import { Step } from './step.ts';
import { STEP_TYPES } from './type-names.ts';
import { UI_COMPONENTS, UI_GROUPS, UiSchema } from './ui-schema.ts';

const skip = { '==': [{ var: 'payload.a' }, 1] };
const redirect = { url: 'https://a.example', target: '_unfencedTop' };

const controls: Partial<Record<WorkflowStepType, { full: object; minimal: object; bad: object[] }>> = {
  in_app: {
    full: {
      skip,
      body: 'b',
      subject: 's',
      avatar: '/a.png',
      primaryAction: { label: 'Open', redirect },
      secondaryAction: { label: 'Close' },
      redirect: { url: '/x' },
      disableOutputSanitization: false,
      data: { a: 1 },
    },
    minimal: {},
    bad: [{ body: null }, { redirect: '/' }, { redirect: { url: '/', target: 'here' } }, { data: [] }],
  },
  email: {
    full: {
      skip,
      subject: 's',
      body: '{}',
      editorType: 'block',
      disableOutputSanitization: true,
      layoutId: null,
      replyTo: 'Help <help@example.com>',
      cc: ['Team <team@example.com>'],
      bcc: ['{{ payload.archive }}'],
      headers: [{ key: 'X-Order', value: '7' }],
    },
    minimal: { subject: '', body: '' },
    bad: [
      { body: '' },
      { subject: '' },
      { subject: null, body: '' },
      { subject: '', body: '', layoutId: 1 },
      { subject: '', body: '', editorType: 'md' },
      { subject: '', body: '', replyTo: null },
      { subject: '', body: '', cc: 'team@example.com' },
      { subject: '', body: '', headers: { 'X-Order': '7' } },
    ],
  },
  sms: { full: { skip, body: 'b' }, minimal: {}, bad: [{ body: 1 }, { skip: null }, { body: null }] },
  chat: {
    full: {
      skip,
      body: 'b',
      whatsapp: { template: 't', language: 'en_US', parameters: [{ key: '1', value: 'v' }] },
    },
    minimal: {},
    bad: [{ body: 1 }, { skip: [] }, { whatsapp: 't' }, { whatsapp: { parameters: ['v'] } }],
  },
  push: { full: { skip, subject: 's', body: 'b' }, minimal: {}, bad: [{ subject: null }] },
  delay: {
    full: { skip, type: 'timed', amount: 1, unit: 'months', cron: '0 9 * * *' },
    minimal: { type: 'regular' },
    bad: [{}, { type: 'dynamic' }, { type: 'regular', unit: 'years' }, { type: 'regular', amount: '1' }],
  },
  digest: {
    full: {
      skip,
      type: 'regular',
      amount: 1,
      unit: 'seconds',
      lookBackWindow: { amount: 2, unit: 'weeks' },
      cron: '* * * * *',
      digestKey: 'payload.k',
    },
    minimal: {},
    bad: [{ type: 'backoff' }, { lookBackWindow: { amount: 1 } }, { unit: 'fortnights' }],
  },
  custom: { full: { custom: { a: 1 } }, minimal: {}, bad: [{ custom: null }, { custom: [] }] },
  throttle: {
    full: { skip, type: 'dynamic', amount: 1, unit: 'days', dynamicKey: 'payload.w', threshold: 2, throttleKey: 'k' },
    minimal: { type: 'fixed' },
    bad: [{}, { type: 'regular' }, { type: 'fixed', unit: 'seconds' }],
  },
  http_request: {
    full: {
      skip,
      method: 'PATCH',
      url: 'https://a.example',
      headers: [{ key: 'a', value: 'b' }],
      body: [{ key: 'a', value: 'b' }],
      responseBodySchema: {},
      enforceSchemaValidation: true,
      continueOnFailure: false,
    },
    minimal: { method: 'GET', url: '' },
    bad: [{ method: 'GET' }, { url: '' }, { method: 'HEAD', url: '' }, { method: 'GET', url: '', body: {} }],
  },
};

const types = Object.keys(STEPS) as WorkflowStepType[];

const step = (type: string, values: object) => ({
  controls: { dataSchema: {}, uiSchema: { group: 'SKIP' }, values },
  controlValues: values,
  variables: { type: 'object' },
  stepId: 's',
  _id: '65f1a2b3c4d5e6f708192a3b',
  name: 'S',
  slug: 's_st_0',
  type,
  origin: 'svc-cloud',
  workflowId: 'w',
  workflowDatabaseId: '65f1a2b3c4d5e6f708192a3c',
  issues: { controls: { subject: [{ issueType: 'MISSING_VALUE', variableName: 'subject', message: 'm' }] } },
  stepResolverHash: 'abc',
});

test('the step types have the order of the interface, and ten have separate shapes', () => {
  const known = new Set(Object.keys(controls)).add('trigger');
  expect(STEP_TYPES.filter((type) => known.has(type))).toEqual([
    'in_app',
    'email',
    'sms',
    'chat',
    'push',
    'digest',
    'trigger',
    'delay',
    'throttle',
    'custom',
    'http_request',
  ]);
  expect([...types].sort()).toEqual(STEP_TYPES.filter((type) => type !== 'trigger').sort());
  for (const type of types) expect(STEPS[type].type).toBe(type);
});

test.each(Object.entries(controls))(
  '%s: full and minimal controls are accepted, and invalid ones rejected',
  (name, { full, minimal, bad }) => {
    const type = name as WorkflowStepType;
    expect(STEPS[type].controls.parse(full)).toEqual(full);
    expect(Object.keys(STEPS[type].controls.shape).sort()).toEqual(Object.keys(full).sort());
    for (const values of [full, minimal, { ...minimal, unknown: [1] }])
      expect(Step.parse(step(type, values))).toEqual(step(type, values));
    for (const values of bad) expect(Step.safeParse(step(type, values)).success).toBe(false);
  },
);

test.each([
  ...[
    'variables',
    'stepId',
    '_id',
    'name',
    'slug',
    'type',
    'origin',
    'workflowId',
    'workflowDatabaseId',
    'controls',
  ].map((field) => ({ [field]: undefined })),
  { type: 'trigger' },
  { origin: 'cloud' },
  { issues: null },
  { stepResolverHash: null },
  { controlValues: { body: 1 } },
  { extra: 1 },
])('a step with %j is rejected', (change) => {
  expect(Step.safeParse({ ...step('sms', {}), ...change }).success).toBe(false);
});

test('optional parts of a step may be absent', () => {
  const { controlValues: _c, issues: _i, stepResolverHash: _h, ...rest } = step('sms', {});
  expect(Step.safeParse({ ...rest, controls: { values: {} } }).success).toBe(true);
});

test('issues are closed enumerations', () => {
  for (const issueType of CONTENT_ISSUE_TYPES) {
    expect(StepIssues.safeParse({ controls: { a: [{ issueType, message: '' }] } }).success).toBe(true);
  }
  for (const issueType of INTEGRATION_ISSUE_TYPES) {
    expect(StepIssues.safeParse({ integration: { email: [{ issueType, message: '' }] } }).success).toBe(true);
  }
  expect(StepIssues.safeParse({ controls: { a: [{ issueType: 'MISSING_INTEGRATION', message: '' }] } }).success).toBe(
    false,
  );
  expect(StepIssues.safeParse({ controls: { a: { issueType: 'MISSING_VALUE', message: '' } } }).success).toBe(false);
});

test('the editor schema has 45 components, 11 groups and recursive properties', () => {
  expect(UI_COMPONENTS).toHaveLength(45);
  expect(new Set(UI_COMPONENTS).size).toBe(45);
  expect(UI_GROUPS).toHaveLength(11);
  const uiSchema = {
    group: 'EMAIL',
    properties: {
      a: {
        component: 'DATA',
        placeholder: ['x', 1, true, { b: 1 }],
        properties: { b: { component: 'DATA', placeholder: 'p' } },
      },
    },
  };
  expect(UiSchema.parse(uiSchema)).toEqual(uiSchema);
  expect(UiSchema.safeParse({ group: 'OTHER' }).success).toBe(false);
  expect(UiSchema.safeParse({ properties: { a: { component: 'OTHER' } } }).success).toBe(false);
  expect(UiSchema.safeParse({ properties: { a: { component: 'DATA', properties: { b: {} } } } }).success).toBe(false);
});

test('steps are representable in JSON Schema', () => {
  expect(() => z.toJSONSchema(Step)).not.toThrow();
});

test('the generated facts equal the registry', () => {
  const file = readFileSync(join(import.meta.dirname, 'facts.generated.ts'), 'utf8');
  expect(file, 'run npm run db:generate').toBe(stepFactsFile());
});
