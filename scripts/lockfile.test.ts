import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './sources.ts';

interface LockedPackage {
  version: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
}

/** npm verifies only packages with an integrity, so packages for other platforms need one too. */
test.each([
  'package-lock.json',
  'bench/baselines/nestjs/package-lock.json',
  'bench/mutation/stryker/package-lock.json',
  'bench/vendors/libraries/package-lock.json',
])('%s has the integrity of every package, and no address of a registry', (file) => {
  const { packages } = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const installed = Object.entries(packages).filter(([path, entry]) => path !== '' && !entry.link);
  expect(installed.length).toBeGreaterThan(50);
  expect(installed.filter(([, entry]) => !entry.integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
  expect(installed.filter(([, entry]) => entry.resolved).map(([path]) => path)).toEqual([]);
});
