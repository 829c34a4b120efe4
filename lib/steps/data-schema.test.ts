import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import type { StepDefinition } from './controls.ts';
import { dataSchema, shownControls } from './data-schema.ts';
import { STEPS, type WorkflowStepType } from './index.ts';
import { UiSchema } from './ui-schema.ts';
import { variablesSchema } from './variables.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });

for (const type of Object.keys(STEPS) as WorkflowStepType[]) {
  const definition: StepDefinition = STEPS[type];

  test(`${type}: an empty draft has the shape of its controls, by zod and by JSON Schema`, () => {
    const shown = shownControls(type, {});
    definition.controls.parse(shown);
    expect(ajv.validate(dataSchema(type), shown), ajv.errorsText()).toBe(true);
    expect(ajv.validate(dataSchema(type), { ...shown, nonsense: 1 })).toBe(false);
  });

  test(`${type}: the editor knows a component for every control it names`, () => {
    if (!definition.uiSchema) return;
    const { properties = {} } = UiSchema.parse(definition.uiSchema);
    for (const control of Object.keys(properties)) expect(definition.controls.shape).toHaveProperty(control);
  });

  test(`${type}: later steps see its result as a JSON Schema`, () => {
    const variables = variablesSchema(null, [{ stepId: 'before', type, controls: {} }]);
    expect(ajv.validateSchema(variables)).toBe(true);
    expect(ajv.validate(variables, { payload: { anything: 1 }, subscriber: { data: { plan: 'pro' } } })).toBe(true);
    expect(ajv.validate(variables, { steps: { other: {} } })).toBe(false);
  });
}

test('what is stored wins over what a draft shows; null goes where the shape knows none', () => {
  expect(shownControls('email', { subject: 'Hi', layoutId: null, editorType: null })).toEqual({
    subject: 'Hi',
    body: '',
    layoutId: null,
  });
});

test('the variables of a step hold the payload as its schema says', () => {
  const payload = { type: 'object', properties: { orderId: { type: 'string' } }, additionalProperties: false };
  const variables = variablesSchema(payload, []);
  expect(ajv.validate(variables, { payload: { orderId: 'A-17' } })).toBe(true);
  expect(ajv.validate(variables, { payload: { other: 1 } })).toBe(false);
});
