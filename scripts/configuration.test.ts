import { join } from 'node:path';
import { expect, test } from 'vitest';
import { configurationPage } from './configuration.ts';
import { root } from './sources.ts';

test('docs/configuration.md has every variable of lib/env.ts: write it again with --update', async () => {
  const page = configurationPage();
  expect(page).not.toContain('MISSING');
  await expect(page).toMatchFileSnapshot(join(root, 'docs/configuration.md'));
});
