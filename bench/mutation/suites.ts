/** Finds the tests that can notice a fault in a file, the cheapest first. */
import type { Source } from '#scripts/import-graph.ts';

/** The maximum number of test files that run together, and the maximum length of import paths. */
const MOST = { unit: 4, database: 2, steps: 4 } as const;

export type Sources = ReadonlyMap<string, Source>;

/**
 * Returns the test next to the file, then unit tests that import it, those with the shortest import path first, then tests
 * with a database. A fault that one group does not notice is tested with the next.
 */
export function suitesOf(file: string, sources: Sources): string[][] {
  const near = testsNear(file, sources);
  const adjacent = near.filter((test) => test.startsWith(file.replace(/\.tsx?$/, '.')));
  const others = near.filter((test) => !adjacent.includes(test));
  const isStored = (test: string) => /\b(?:start|own)ScratchDatabase\b/.test(sources.get(test)?.text ?? '');
  const unit = others.filter((test) => !isStored(test)).slice(0, MOST.unit);
  const stored = others.filter(isStored).slice(0, MOST.database);
  return [adjacent, unit, stored].filter((group) => group.length > 0);
}

/** Returns tests that reach the file by imports: the shortest path first, and among equal paths tests of its folder first. */
function testsNear(file: string, sources: Sources): string[] {
  const folder = file.slice(0, file.lastIndexOf('/'));
  const distances = new Map([[file, 0]]);
  for (const [reached, distance] of distances) {
    if (distance === MOST.steps) continue;
    for (const source of importersOf(reached, sources))
      if (!distances.has(source.path)) distances.set(source.path, distance + 1);
  }
  return [...distances]
    .filter(([path]) => /\.test\.tsx?$/.test(path))
    .map(([path, distance]) => ({ path, place: distance * 2 + Number(!path.startsWith(`${folder}/`)) }))
    .sort((one, other) => one.place - other.place || (one.path < other.path ? -1 : 1))
    .map(({ path }) => path);
}

const importers = new WeakMap<Sources, Map<string, Source[]>>();

function importersOf(file: string, sources: Sources): readonly Source[] {
  let known = importers.get(sources);
  if (!known) {
    known = new Map();
    for (const source of sources.values())
      for (const imported of source.imports) known.set(imported, [...(known.get(imported) ?? []), source]);
    importers.set(sources, known);
  }
  return known.get(file) ?? [];
}
