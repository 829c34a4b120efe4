import { expect, test } from 'vitest';
import { z } from 'zod';
import { collectSchemas } from './openapi-schemas.ts';
import type { Operation } from './operation.ts';

const rule = z.object({
  value: z.string(),
  get and() {
    return z.array(rule).optional();
  },
});
const body = z.object({ id: z.string().trim(), rule });
const response = z.object({ id: z.string(), rule });
const operation = {
  operationId: 'saveThing',
  tag: 'T',
  summary: 's',
  permission: 'public',
  body,
  response,
  handle: () => ({}),
};

test('names bodies and responses, keeps recursive schemas apart by direction, and leaves no reference open', async () => {
  const { components, reference } = await collectSchemas([operation as unknown as Operation], process.cwd());
  expect(Object.keys(components)).toEqual([
    'Error',
    'InputSchema0',
    'OutputSchema0',
    'SaveThingBody',
    'SaveThingResponse',
  ]);
  expect(reference(body)).toEqual({ $ref: '#/components/schemas/SaveThingBody' });
  const references = [...JSON.stringify(components).matchAll(/"\$ref":"([^"]+)"/g)].map(
    (match) => match[1]?.split('/').at(-1) ?? '',
  );
  for (const name of references) expect(components).toHaveProperty(name);
});
