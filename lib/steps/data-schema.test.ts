import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { valueAt } from '#lib/json/values.ts';
import type { StepType } from './controls.ts';
import { dataSchema, shownControls, uiSchema } from './data-schema.ts';
import { STEPS, type WorkflowStepType } from './index.ts';
import { UiSchema } from './ui-schema.ts';
import { variablesSchema } from './variables.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });

for (const type of Object.keys(STEPS) as WorkflowStepType[]) {
  const definition: StepType = STEPS[type];

  test(`${type}: an empty draft can be shown, and the JSON Schema rejects unknown controls`, () => {
    const shown = shownControls(type, {});
    expect(definition.controls.parse(shown)).toEqual(shown);
    expect(ajv.validateSchema(dataSchema(type))).toBe(true);
    ajv.validate(dataSchema(type), { nonsense: 1 });
    expect(ajv.errors).toContainEqual(expect.objectContaining({ keyword: 'additionalProperties' }));
  });

  test(`${type}: the schemas of stored and complete controls have the same controls`, () => {
    expect(Object.keys(definition.complete.shape)).toEqual(Object.keys(definition.controls.shape));
  });

  test(`${type}: templates, keys and schemas are existing controls`, () => {
    const { templates, keys = [], schemas = [] } = definition;
    for (const path of [...Object.keys(templates), ...keys, ...schemas]) {
      expect(Object.keys(definition.controls.shape)).toContain(path.split('.')[0]);
    }
  });

  test(`${type}: every control has a field, and fields refer to existing controls`, () => {
    const { fields, controls } = definition;
    const top = Object.keys(fields).filter((path) => !path.includes('.'));
    expect(top.sort()).toEqual(Object.keys(controls.shape).sort());
    const schema = dataSchema(type);
    const choicesOf = (path: string) => valueAt(schema, ['properties', path, 'enum']);
    for (const [path, field] of Object.entries(fields)) {
      if ('partOf' in field) expect(Object.keys(fields)).toContain(field.partOf);
      else
        for (const [choice, value] of Object.entries(field.when ?? {})) {
          expect(fields[choice]).toMatchObject({ widget: 'choice' });
          expect(choicesOf(choice)).toContain(value);
        }
      if (field.choices) expect(Object.keys(field.choices)).toEqual(choicesOf(path));
    }
  });

  test(`${type}: the editor has a component for every control`, () => {
    const schema = uiSchema(type);
    if (!schema) return;
    const { properties = {} } = UiSchema.parse(schema);
    for (const control of Object.keys(properties)) expect(definition.controls.shape).toHaveProperty(control);
  });

  test(`${type}: later steps have a JSON Schema of its result`, () => {
    const variables = variablesSchema(null, [{ stepId: 'before', type, controls: {} }]);
    expect(ajv.validateSchema(variables)).toBe(true);
    expect(ajv.validate(variables, { payload: { anything: 1 }, subscriber: { data: { plan: 'pro' } } })).toBe(true);
    expect(ajv.validate(variables, { steps: { other: {} } })).toBe(false);
  });
}

test('a complete step fits its JSON Schema', () => {
  const fits = (type: WorkflowStepType, values: object) => ajv.validate(dataSchema(type), values);
  expect(fits('in_app', { subject: 'Hi' })).toBe(true);
  expect(fits('in_app', { avatar: '/a.png' })).toBe(false);
  expect(fits('email', { subject: 'Hi', layoutId: null })).toBe(true);
  expect(fits('email', { body: 'Hi' })).toBe(false);
  expect(fits('digest', { amount: 0, unit: 'days' })).toBe(false);
});

test('controls that clients would reject are not shown', () => {
  expect(shownControls('digest', { amount: 1, unit: 'days', lookBackWindow: { amount: 2 } })).toEqual({
    amount: 1,
    unit: 'days',
  });
  expect(shownControls('in_app', { redirect: { target: '_self' } })).toEqual({
    redirect: { url: '', target: '_self' },
  });
  expect(shownControls('throttle', { type: 'never', threshold: 2, more: [1] })).toEqual({
    type: 'fixed',
    threshold: 2,
    more: [1],
  });
});

test('stored values take precedence over drafts, and null is removed if the shape has none', () => {
  expect(shownControls('email', { subject: 'Hi', layoutId: null, editorType: null })).toEqual({
    subject: 'Hi',
    body: '',
    layoutId: null,
  });
});

test('the variables of a step contain the payload by its schema', () => {
  const payload = { type: 'object', properties: { orderId: { type: 'string' } }, additionalProperties: false };
  const variables = variablesSchema(payload, []);
  expect(ajv.validate(variables, { payload: { orderId: 'A-17' } })).toBe(true);
  expect(ajv.validate(variables, { payload: { other: 1 } })).toBe(false);
});

test('references of the payload schema point to its own parts at any position', () => {
  const payload = {
    type: 'object',
    properties: { buyer: { $ref: '#/$defs/person' } },
    additionalProperties: false,
    $defs: { person: { type: 'object', properties: { name: { type: 'string' } }, additionalProperties: false } },
  };
  const digest = { stepId: 'digest', type: 'digest' as const, controls: {} };
  const answer = {
    $ref: '#/$defs/a',
    $defs: { a: { type: 'object', properties: { ok: {} }, additionalProperties: false } },
  };
  const hook = { stepId: 'hook', type: 'http_request' as const, controls: { responseBodySchema: answer } };
  const schema = variablesSchema(payload, [digest, hook]);
  const variables = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
  expect(variables({ payload: { buyer: { name: 'Jane' } } })).toBe(true);
  expect(variables({ payload: { buyer: { nme: 'Jane' } } })).toBe(false);
  expect(variables({ steps: { digest: { events: [{ payload: { buyer: { name: 'Jane' } } }] } } })).toBe(true);
  expect(variables({ steps: { digest: { events: [{ payload: { buyer: { nme: 'Jane' } } }] } } })).toBe(false);
  expect(variables({ steps: { hook: { ok: 1 } } })).toBe(true);
  expect(variables({ steps: { hook: { no: 1 } } })).toBe(false);
});

test('templates read these variables, and no others', () => {
  const { properties, additionalProperties } = variablesSchema(null, [], ['SHOP']) as Record<string, object>;
  expect(Object.keys(properties ?? {}).sort()).toEqual([
    ...['actor', 'context', 'env', 'payload', 'preferencesUrl', 'steps', 'subscriber', 'tenant', 'unsubscribeUrl'],
    ...['whyUrl', 'workflow'],
  ]);
  expect(additionalProperties).toBe(false);
});
