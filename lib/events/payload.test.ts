import { expect, test } from 'vitest';
import { checkedPayload } from './payload.ts';

const payloadSchema = {
  type: 'object',
  properties: { code: { type: 'string' }, plan: { type: 'string', default: 'free' } },
  required: ['code'],
};
const workflow = (validatePayload: boolean, schema: object | null = payloadSchema) =>
  ({ validatePayload, payloadSchema: schema }) as Parameters<typeof checkedPayload>[1];

test('a workflow with validation rejects an invalid payload with each field, and fills in defaults', async () => {
  const given = { code: 'A' };
  expect(await checkedPayload('environment-1', workflow(true), given)).toEqual({ code: 'A', plan: 'free' });
  expect(given).toEqual({ code: 'A' });
  const refused = expect.objectContaining({
    status: 400,
    extra: expect.objectContaining({
      type: 'PAYLOAD_VALIDATION_ERROR',
      errors: [expect.objectContaining({ field: 'code', message: 'code is required' })],
    }),
  });
  await expect(checkedPayload('environment-1', workflow(true), {})).rejects.toEqual(refused);
});

test('without validation or schema, a payload is accepted unchanged', async () => {
  for (const each of [workflow(false), workflow(true, null)]) {
    const given = { code: 1 };
    expect(await checkedPayload('environment-1', each, given)).toBe(given);
  }
});

test.each<[schema: object, payload: object, messages: string[]]>([
  [
    { propertyNames: { pattern: '^[a-z]+$' } },
    { a: 1, Code: 1 },
    ['payload has the property "Code", whose name must match pattern "^[a-z]+$"'],
  ],
  [
    { properties: { data: { propertyNames: { maxLength: 2 } } } },
    { data: { abc: 1 } },
    ['data has the property "abc", whose name must NOT have more than 2 characters'],
  ],
  [{ propertyNames: false }, { a: 1 }, ['payload has the property "a", whose name is not allowed']],
  [{ properties: { code: false } }, { code: 1 }, ['code is not allowed']],
  [{ not: { required: ['code'] } }, { code: 1 }, ['payload has a form that the schema excludes']],
])('the problem of %j has a text without terms of JSON Schema', async (schema, payload, messages) => {
  const refusal = checkedPayload('environment-1', workflow(true, schema), payload as never);
  const error = await refusal.then(
    () => undefined,
    (reason: { extra: { errors: { message: string }[] } }) => reason,
  );
  expect(error?.extra.errors.map(({ message }) => message)).toEqual(messages);
});
