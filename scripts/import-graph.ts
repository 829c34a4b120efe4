import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { listFiles, root } from './sources.ts';

export interface Source {
  /** The path relative to the root. */
  path: string;
  text: string;
  /** The files and packages that the file imports at run time, without `import type`. */
  imports: string[];
  /** The imports that are loaded with the file. Excludes files and packages that `import()` loads on demand. */
  first: string[];
}

const FOLDERS = [
  'app',
  'components',
  'lib',
  'e2e',
  'scripts',
  'testing',
  'bench',
  'prisma',
  'server.ts',
  'worker.ts',
  'proxy.ts',
];

/** Returns every handwritten TypeScript file of the checkout, by path. */
export function readSources(): Map<string, Source> {
  const files = FOLDERS.flatMap((folder) => listFiles(join(root, folder), true)).map((file) => relative(root, file));
  const written = files.filter((path) => /\.tsx?$/.test(path) && !path.startsWith('prisma/generated/'));
  return new Map(written.map((path) => [path, sourceOf(path)]));
}

function sourceOf(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8');
  return {
    path,
    text,
    imports: specifiersIn(text, path, RUNTIME),
    first: specifiersIn(text, path, FIRST),
  };
}

const FIRST = /(?:^|\n)(?:import|export)\s(?!type\b)(?:[^'";]*?\sfrom\s)?'([^']+)'/g;
const RUNTIME = new RegExp(`${FIRST.source}|\\bimport\\(\\s*'([^']+)'\\s*\\)`, 'g');

function specifiersIn(text: string, path: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, fixed, dynamic]) => fileOf(fixed ?? dynamic ?? '', path));
}

/** Returns the imported file relative to the root. Packages and the generated client keep their names. */
function fileOf(specifier: string, path: string): string {
  if (specifier.startsWith('.')) return join(dirname(path), specifier);
  return /^#(?!prisma\/generated)/.test(specifier) ? specifier.slice(1) : specifier;
}

/** Returns the shortest path of imports from a file to a wanted file or package. Undefined if there is none. */
export function wayTo(
  wanted: (file: string) => boolean,
  start: Source,
  all: Map<string, Source>,
  edges: 'imports' | 'first' = 'imports',
): string | undefined {
  const queue = [{ source: start, way: [] as string[] }];
  const seen = new Set([start.path]);
  for (const { source, way } of queue) {
    for (const file of source[edges]) {
      if (wanted(file)) return [...way, file].join(' → ');
      const next = all.get(file);
      if (!next || seen.has(file)) continue;
      seen.add(file);
      queue.push({ source: next, way: [...way, file] });
    }
  }
  return undefined;
}

/** Returns the files and packages that are reachable from files by imports, including `import()` on demand. */
export function reachedFrom(starts: readonly string[], all: Map<string, Source>): Set<string> {
  const reached = new Set(starts);
  for (const path of reached) for (const file of all.get(path)?.imports ?? []) reached.add(file);
  return reached;
}
