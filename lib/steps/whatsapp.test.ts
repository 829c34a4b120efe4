import { expect, test } from 'vitest';
import { chat } from './chat.ts';

/** Returns the paths of the invalid controls of a step with this template. */
function invalid(whatsapp: object): string[] {
  const { error } = chat.complete.safeParse({
    body: 'Hi',
    whatsapp: { template: 'order', language: 'en', ...whatsapp },
  });
  return [...new Set((error?.issues ?? []).map(({ path }) => path.join('.')))];
}

const parameters = (...keys: string[]) => ({ parameters: keys.map((key) => ({ key, value: 'x' })) });

test.each([
  ...['en', 'en_US', 'zh_CN', 'fil', 'de-DE', '{{ subscriber.locale }}'].map((language) => ({ language })),
  ...[parameters(), parameters('1'), parameters('2', '1'), parameters('name', 'order_id')],
  parameters('{{ payload.key }}', '7'),
  { template: 'order_shipped_2' },
])('%j is accepted', (whatsapp) => {
  expect(invalid(whatsapp)).toEqual([]);
});

test.each([
  [{ language: 'English' }, 'whatsapp.language'],
  [{ language: 'en_us' }, 'whatsapp.language'],
  [{ template: 'Order shipped' }, 'whatsapp.template'],
  [parameters('2'), 'whatsapp.parameters'],
  [parameters('1', '3'), 'whatsapp.parameters'],
  [parameters('1', 'name'), 'whatsapp.parameters'],
])('%j is rejected at its field', (whatsapp, path) => {
  expect(invalid(whatsapp)).toEqual([path]);
});
