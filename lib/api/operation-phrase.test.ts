import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operationPhrase } from './operation-phrase.ts';

test.each([
  ['listApiKeys', 'list API keys'],
  ['deleteWorkflow', 'delete a workflow'],
  ['updateIntegration', 'change an integration'],
  ['getIntegrationUsage', 'see the integration usage'],
  ['listIntegrationHealth', 'list integration health'],
  ['getSystem', 'see the state of the system'],
])('%s means “%s”', (operationId, phrase) => {
  expect(operationPhrase(operationId)).toBe(phrase);
});

test('every operation has a short phrase in lower case', () => {
  const files = readdirSync('app/api', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('route.ts'),
  );
  const ids = files.flatMap((file) =>
    [...readFileSync(join('app/api', file), 'utf8').matchAll(/operationId: '(\w+)'/g)].map(([, id]) => id ?? ''),
  );
  expect(ids.length).toBeGreaterThan(200);
  const phrases = ids.map(operationPhrase);
  expect(phrases.filter((phrase) => !/^[a-z]/.test(phrase) || phrase.length > 60)).toEqual([]);
});
