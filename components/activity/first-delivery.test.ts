import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { firstDelivery } from '#lib/providers/first-delivery.ts';
import { root } from '#scripts/sources.ts';

test('an empty environment shows the commands of the README', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [, block] = /### First delivery\n[\s\S]*?```sh\n([\s\S]*?)```/.exec(readme) ?? [];
  expect(firstDelivery('http://127.0.0.1:3000').join('\n')).toBe(block?.trim());
});
