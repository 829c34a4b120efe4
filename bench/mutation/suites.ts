/** Finds the tests that can notice a fault in a file, the cheapest first. */
import { dirname } from 'node:path';
import type { Source } from '#scripts/import-graph.ts';
import type { Fault } from './faults.ts';
import type { CallRecord } from './record-calls.ts';

/** Tests that run together: test files of Vitest, the type check, or specs of a started Belfry over HTTP or in a browser. */
export interface Suite {
  runner: 'vitest' | 'types' | 'api' | 'ui';
  tests: string[];
}

/** The maximum number of tests that run together, and the maximum length of import paths to a test. */
const MAX = { together: 3, calling: 12, unit: 6, database: 3, api: 3, ui: 2, steps: 4 } as const;

export type Sources = ReadonlyMap<string, Source>;

/**
 * Returns the test next to the file, the type check, tests that call the function around the fault, and the specs of routes
 * that import the file, or of pages if no route does. If no test calls the function, the tests that import the file are used
 * instead, the shortest import path first. A fault that one suite does not notice is tested with the next suite.
 */
export function suitesOf({ file, caller, before }: Fault, sources: Sources, records: readonly CallRecord[]): Suite[] {
  const near = [...importersOf(file, sources, MAX.steps)].filter(({ path }) => /\.test\.tsx?$/.test(path));
  const importing = near.toSorted(nearestFirst(file)).map(({ path }) => path);
  const adjacent = importing.filter((test) => test.startsWith(file.replace(/\.tsx?$/, '.')));
  // A function that runs while a module loads is recorded only for the first test of the process that loads the module.
  const using = records
    .filter(({ test, called }) => caller && called[file] && !adjacent.includes(test))
    .toSorted((one, other) => one.ms - other.ms);
  const calling = using.filter(({ called }) => caller && called[file]?.includes(caller)).map(({ test }) => test);
  const others = importing.filter((test) => !adjacent.includes(test));
  const overHttp = specsOf(file, sources, 'api');
  const inBrowser = overHttp.length > 0 ? [] : specsOf(file, sources, 'ui');
  const suites: Suite[] = [
    { runner: 'vitest', tests: adjacent },
    { runner: 'types', tests: ['types'] },
    ...(using.length > 0 ? byCall(calling, using, { file, before }, sources) : byImport(others, sources)),
    { runner: 'api', tests: overHttp.slice(0, MAX.api) },
    { runner: 'ui', tests: inBrowser.slice(0, MAX.ui) },
  ];
  return suites.filter((suite) => suite.tests.length > 0);
}

/**
 * Returns the quickest of the calling tests, then the calling tests of the file's folder, then the tests that use the file and
 * contain the rarest words of the changed line.
 *
 * @param calling tests that call the function, the quickest first.
 * @param using tests that call any function of the file, the quickest first.
 */
function byCall(
  calling: readonly string[],
  using: readonly CallRecord[],
  { file, before }: Pick<Fault, 'file' | 'before'>,
  sources: Sources,
): Suite[] {
  const tests = using.map(({ test }) => test);
  const quick = (calling.length > 0 ? calling : tests).slice(0, MAX.together);
  const texts = new Map(tests.map((test) => [test, sources.get(test)?.text ?? '']));
  const words = new Set(before.match(/\w{4,}/g));
  const rarity = new Map([...words].map((word) => [word, 1 / (1 + countWith(texts, word))]));
  const score = (test: string) =>
    rarity.entries().reduce((sum, [word, value]) => sum + (texts.get(test)?.includes(word) ? value : 0), 0);
  const inFolder = calling.filter((test) => dirname(test) === dirname(file) && !quick.includes(test));
  const nearby = inFolder.slice(0, MAX.together);
  const related = tests
    .filter((test) => !quick.includes(test) && !nearby.includes(test))
    .toSorted((one, other) => score(other) - score(one));
  const groups = [quick, nearby, related.slice(0, MAX.together), related.slice(MAX.together, MAX.calling)];
  return groups.map((group) => ({ runner: 'vitest', tests: group }));
}

function countWith(texts: ReadonlyMap<string, string>, word: string): number {
  return texts.values().reduce((count, text) => count + Number(text.includes(word)), 0);
}

/** Returns unit tests, then tests with a database. */
function byImport(tests: readonly string[], sources: Sources): Suite[] {
  const isStored = (test: string) => /\b(?:start|own)ScratchDatabase\b/.test(sources.get(test)?.text ?? '');
  const unit = tests.filter((test) => !isStored(test)).slice(0, MAX.unit);
  const stored = tests.filter(isStored).slice(0, MAX.database);
  return [unit, stored].map((group) => ({ runner: 'vitest', tests: group }));
}

interface Importer {
  path: string;
  /** The number of imports on the path from this file to the changed file. */
  distance: number;
}

/** Orders tests by the length of the import path. Among equal paths, tests of the file's folder are first. */
function nearestFirst(file: string): (one: Importer, other: Importer) => number {
  const folder = file.slice(0, file.lastIndexOf('/'));
  const place = ({ path, distance }: Importer) => distance * 2 + Number(!path.startsWith(`${folder}/`));
  return (one, other) => place(one) - place(other) || (one.path < other.path ? -1 : 1);
}

const ENTRIES = {
  api: /^app\/api(\/.*)\/route\.ts$/,
  ui: /^app\/(?:\([a-z]+\)\/)?(?:\[environment\])?(\/?.*)\/page\.tsx$/,
};

/**
 * Returns the specs of the subject that the file's path names, then the specs with the URL paths of the nearest routes or
 * pages, the most frequent mentions first.
 */
function specsOf(file: string, sources: Sources, project: 'api' | 'ui'): string[] {
  const entries = [...importersOf(file, sources)].filter(({ path }) => ENTRIES[project].test(path));
  if (entries.length === 0) return [];
  const nearest = Math.min(...entries.map(({ distance }) => distance));
  const paths = entries
    .filter(({ distance }) => distance === nearest)
    .map(({ path }) => fixedPartOf(path, ENTRIES[project]));
  const specs = [...sources.values()].filter(
    ({ path }) => path.startsWith(`e2e/${project}/`) && path.endsWith('.spec.ts'),
  );
  const mentions = ({ text }: Source) =>
    new Set(paths).values().reduce((sum, path) => sum + text.split(path).length - 1, 0);
  const isNamed = ({ path }: Source) => file.includes(`/${path.slice(path.lastIndexOf('/') + 1, -'.spec.ts'.length)}`);
  return specs
    .map((spec) => ({ path: spec.path, times: isNamed(spec) ? Number.POSITIVE_INFINITY : mentions(spec) }))
    .filter(({ times }) => times > 0)
    .sort((one, other) => other.times - one.times)
    .map(({ path }) => path);
}

/** Returns the URL path of a route or page before its first parameter: `/v2/subscribers` for the routes of one subscriber. */
function fixedPartOf(file: string, pattern: RegExp): string {
  return (pattern.exec(file)?.[1] ?? '').split('/[')[0] ?? '';
}

/** Yields the files that import the file, directly or through others. */
function* importersOf(file: string, sources: Sources, most = Number.POSITIVE_INFINITY): Generator<Importer> {
  const distances = new Map([[file, 0]]);
  for (const [path, distance] of distances) {
    yield { path, distance };
    if (distance === most) continue;
    for (const source of directImportersOf(path, sources))
      if (!distances.has(source.path)) distances.set(source.path, distance + 1);
  }
}

const importers = new WeakMap<Sources, Map<string, Source[]>>();

function directImportersOf(file: string, sources: Sources): readonly Source[] {
  let known = importers.get(sources);
  if (!known) {
    known = new Map();
    for (const source of sources.values())
      for (const imported of source.imports) known.set(imported, [...(known.get(imported) ?? []), source]);
    importers.set(sources, known);
  }
  return known.get(file) ?? [];
}
