import { expect, test } from 'vitest';
import { checkedPayload } from './payload.ts';

const payloadSchema = {
  type: 'object',
  properties: { code: { type: 'string' }, plan: { type: 'string', default: 'free' } },
  required: ['code'],
};
const workflow = (validatePayload: boolean, schema: object | null = payloadSchema) =>
  ({ validatePayload, payloadSchema: schema }) as Parameters<typeof checkedPayload>[1];

test('a workflow that asks for validation refuses what does not match, with each field, and fills in defaults', async () => {
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

test('without validation, or without a schema, a payload goes through as it is', async () => {
  for (const each of [workflow(false), workflow(true, null)]) {
    const given = { code: 1 };
    expect(await checkedPayload('environment-1', each, given)).toBe(given);
  }
});
