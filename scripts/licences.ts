import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runMain } from './cli-error.ts';
import { imagePackages } from './image-files.ts';
import { readSources, type Source } from './import-graph.ts';
import { type Lockfile, packageOf, packagesBelow } from './locked-packages.ts';
import { root } from './sources.ts';

export interface Licensed {
  name: string;
  version: string;
  licence: string;
  /** Whether users get the package: in the image, or in the scripts of the pages. */
  isShipped: boolean;
}

/**
 * Licences that set no condition for the licence of a larger work. Some require that their notice is kept, and the
 * image keeps it.
 */
const PERMISSIVE = new Set([
  ...[
    '0BSD',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'CC-BY-4.0',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
  ],
  ...['Unlicense', 'Zlib'],
]);

/**
 * Whether an SPDX expression permits use in a work under the MIT licence: in at least one of its alternatives, all
 * licences are permissive.
 */
export function isPermissive(expression: string): boolean {
  const alternatives = expression.replace(/[()]/g, '').split(/ or /i);
  return alternatives.some((alternative) => alternative.split(/ and /i).every((part) => PERMISSIVE.has(part.trim())));
}

/** Returns every production package of package-lock.json, for all platforms, with its licence. */
export function licencesOf(lockfile: Lockfile, sources: Map<string, Source>): Licensed[] {
  const shipped = new Set([...imagePackages(sources, lockfile), ...pagePackages(sources, lockfile)]);
  return Object.entries(lockfile.packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { version, license }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license ?? licenceOfInstalled(path) ?? 'unknown',
      isShipped: shipped.has(path),
    }));
}

/** Returns the packages that the pages import, with their dependencies. */
function pagePackages(sources: Map<string, Source>, lockfile: Lockfile): string[] {
  const pages = [...sources.values()].filter(({ path }) => /^(app|components|lib)\/.*(?<!\.test)\.tsx?$/.test(path));
  const names = new Set(pages.flatMap(({ imports }) => imports.filter((name) => !sources.has(name)).map(packageOf)));
  return packagesBelow([...names], lockfile, (name) => /^(@next\/swc-|@img\/|sharp$)/.test(name));
}

/** Reads the licence of a package whose entry in package-lock.json lacks it. */
function licenceOfInstalled(path: string): string | undefined {
  const file = join(root, path, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { license?: string }).license : undefined;
}

if (import.meta.main) {
  await runMain(async () => {
    const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile;
    const rows = licencesOf(lockfile, readSources()).filter(({ isShipped }) => isShipped);
    console.log(
      rows
        .map(({ name, version, licence }) => `${licence}\t${name}@${version}`)
        .sort()
        .join('\n'),
    );
  });
}
