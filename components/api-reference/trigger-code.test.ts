import { expect, test } from 'vitest';
import { LANGUAGES } from '#lib/api-reference/code-samples.ts';
import { triggerCode } from './trigger-code.tsx';

const body = { name: 'order-shipped', to: 'jane', payload: { order: 4711 } };

test.each(LANGUAGES)('the code in %s has the address of the installation, the workflow and the payload', (language) => {
  const code = triggerCode(body, language, 'https://belfry.example.com');
  expect(code).toContain('https://belfry.example.com/api/v1/events/trigger');
  expect(code).toMatch(/order-shipped/);
  expect(code).toContain('4711');
  expect(code).toContain(language === 'curl' ? '"Authorization: ApiKey $KEY"' : '"ApiKey $KEY"');
});
