import { expect, test } from 'vitest';
import { analyseWorkflow } from './analyse.ts';
import type { WorkflowFields } from './workflow-issues.ts';

const chat = { stepId: 'chat', type: 'chat' as const, controls: { body: 'Hi' } };
const object = (schema: object) => ({ type: 'object', ...schema });
const text = { type: 'string' };

test.each<[name: string, fields: Partial<WorkflowFields>, field: string | undefined, says?: string]>([
  ['nothing wrong', {}, undefined],
  ['no step', { steps: [] }, 'steps', 'has no step'],
  ['no step, not in use', { steps: [], active: false }, undefined],
  ['payloads checked without a schema', { validatePayload: true }, 'payloadSchema', 'there is no schema'],
  ['payloads checked with one', { validatePayload: true, payloadSchema: object({}) }, undefined],
  ['a schema that is none', { payloadSchema: { type: 'objekt' } }, 'payloadSchema', 'not a valid JSON Schema: /type'],
  [
    'a required property by another name',
    { payloadSchema: object({ properties: { order_id: text }, required: ['orderId'] }) },
    'payloadSchema',
    'requires `orderId` but does not describe it. Did you mean `order_id`?',
  ],
  [
    'a required property that nothing describes',
    { payloadSchema: object({ properties: { a: text }, required: ['a', 'total'] }) },
    'payloadSchema',
    'requires `total` but does not describe it. Describe it, or do not require it.',
  ],
  [
    'required properties that are described',
    { payloadSchema: object({ properties: { a: text }, required: ['a'] }) },
    undefined,
  ],
  [
    'one that an alternative describes',
    { payloadSchema: object({ anyOf: [object({ properties: { a: text } })], required: ['a'] }) },
    undefined,
  ],
  [
    'one that a pattern describes',
    { payloadSchema: object({ patternProperties: { '^a': text }, required: ['ab'] }) },
    undefined,
  ],
  ['required properties of an open schema', { payloadSchema: object({ required: ['a'] }) }, undefined],
])('%s', (_name, fields, field, says) => {
  const { issues, status } = analyseWorkflow(
    { active: true, payloadSchema: null, ...fields, steps: fields.steps ? [] : [chat] },
    [],
  );
  expect(status, 'the issues of steps alone change it').toBe(fields.active === false ? 'INACTIVE' : 'ACTIVE');
  if (!field) expect(issues).toBeUndefined();
  else
    expect(issues).toEqual({
      [field]: { issueType: 'MISSING_VALUE', variableName: field, message: expect.stringContaining(says ?? '') },
    });
});
