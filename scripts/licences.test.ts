import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSources } from './import-graph.ts';
import { isPermissive, licencesOf } from './licences.ts';
import type { Lockfile } from './locked-packages.ts';
import { releaseSbom } from './sbom.ts';
import { root } from './sources.ts';

const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile;
const licences = licencesOf(lockfile, readSources());

/** Packages that are used only for installing or building, in unmodified files. A release contains no part of them. */
const ONLY_FOR_THE_BUILD = new Map([
  ['MPL-2.0', /^lightningcss(-.*)?$/],
  ['EPL-2.0', /^elkjs$/],
  ['LGPL-3.0-or-later', /^@img\/sharp-libvips-/],
  ['Apache-2.0 AND LGPL-3.0-or-later', /^@img\/sharp-win32-/],
  ['Apache-2.0 AND LGPL-3.0-or-later AND MIT', /^@img\/sharp-wasm32$/],
  // Packages for other platforms, whose entries in package-lock.json lack the licence, and one package without a
  // licence statement.
  ['unknown', /^(@next\/swc-|@tailwindcss\/oxide-|seq-queue$)/],
]);

test('everything that a release contains has a licence that permits MIT', () => {
  const shipped = licences.filter(({ isShipped }) => isShipped);
  expect(shipped.length).toBeGreaterThan(150);
  expect(shipped.filter(({ licence }) => !isPermissive(licence))).toEqual([]);
});

test('all other packages are permissive too, or are known tools of the build', () => {
  const unexpected = licences.filter(
    ({ name, licence }) => !isPermissive(licence) && !ONLY_FOR_THE_BUILD.get(licence)?.test(name),
  );
  expect(unexpected).toEqual([]);
});

test('the SBOM has everything that a release contains, and nothing else', () => {
  const { bomFormat, metadata, components } = releaseSbom();
  expect(bomFormat).toBe('CycloneDX');
  expect(metadata.component).toMatchObject({ name: 'belfry', purl: expect.stringMatching(/^pkg:npm\/belfry@/) });
  const shipped = licences.filter(({ isShipped }) => isShipped).map(({ name, version }) => `${name}@${version}`);
  expect(components.map((component) => component['bom-ref']).toSorted()).toEqual([...new Set(shipped)].toSorted());
});

test.each([
  ['MIT', true],
  ['(MIT OR EUPL-1.1+)', true],
  ['MIT and ISC', true],
  ['Apache-2.0 AND LGPL-3.0-or-later', false],
  ['GPL-3.0-only', false],
  ['unknown', false],
])('%s is permissive: %s', (expression, permissive) => {
  expect(isPermissive(expression)).toBe(permissive);
});
