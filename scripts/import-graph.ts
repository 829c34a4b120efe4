import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { listFiles, root } from './sources.ts';

export interface Source {
  /** Relative to the root. */
  path: string;
  text: string;
  /** The files and packages that it needs at run time, without `import type`. */
  imports: string[];
  /** The same without those that are loaded only when needed, by `import()`. */
  first: string[];
  /** All of them, type imports too. */
  references: string[];
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

/** Every handwritten TypeScript file of the checkout, by path. */
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
    references: specifiersIn(text, path, ALL),
  };
}

const FIRST = /(?:^|\n)(?:import|export)\s(?!type\b)(?:[^'";]*?\sfrom\s)?'([^']+)'/g;
const RUNTIME = new RegExp(`${FIRST.source}|\\bimport\\(\\s*'([^']+)'\\s*\\)`, 'g');
const ALL = /(?:^|\n)(?:import|export)\s(?:[^'";]*?\sfrom\s)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/g;

function specifiersIn(text: string, path: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, fixed, dynamic]) => fileOf(fixed ?? dynamic ?? '', path));
}

/** The file relative to the root. Packages and the generated client keep their names. */
function fileOf(specifier: string, path: string): string {
  if (specifier.startsWith('.')) return join(dirname(path), specifier);
  return /^#(?!prisma\/generated)/.test(specifier) ? specifier.slice(1) : specifier;
}

/** The shortest path of imports from a file to a wanted file or package, if there is one. */
export function wayTo(
  wanted: (file: string) => boolean,
  start: Source,
  all: Map<string, Source>,
  edges: 'imports' | 'first' | 'references' = 'imports',
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

/**
 * A circle of imports (including types) through a file. Reported once, for the file that comes first in the alphabet.
 */
export function circleOf(start: Source, all: Map<string, Source>): string | undefined {
  const way = wayTo((file) => file === start.path, start, all, 'references');
  return way?.split(' → ').some((file) => file < start.path) ? undefined : way;
}

const NAMED = /(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*'([^']+)'/g;
const WHOLE = /(?:import|export)\s+(?:type\s+)?\*[^']*from\s*'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/g;
const EXPORTED = /^export (?:async )?(?:const|let|function\*?|class) (\w+)/gm;

/** Values that a file exports and no other file (tests included) imports. Names that Next and Vitest expect are exempt. */
export function unusedExport({ path, text }: Source, all: Map<string, Source>): string | undefined {
  const used = importedFrom(all);
  if (/^(app\/|proxy\.ts|scripts\/scratch-template\.ts)|\.config\./.test(path) || used.has(`${path} *`))
    return undefined;
  const code = text.replace(/`[^`]*`/g, '');
  return [...code.matchAll(EXPORTED)].map(([, name = '']) => name).find((name) => !used.has(`${path} ${name}`));
}

const imported = new WeakMap<Map<string, Source>, Set<string>>();

/** "lib/id.ts newId" for each imported name, "lib/id.ts *" for namespace imports. */
function importedFrom(all: Map<string, Source>): Set<string> {
  const known = imported.get(all);
  if (known) return known;
  const found = new Set<string>();
  for (const { path, text } of all.values()) {
    for (const [, names = '', specifier = ''] of text.matchAll(NAMED)) {
      const file = fileOf(specifier, path);
      for (const name of names.split(',')) found.add(`${file} ${name.trim().replace(/^type\s+|\s+as\s.*/g, '')}`);
    }
    for (const [, fixed, dynamic] of text.matchAll(WHOLE)) found.add(`${fileOf(fixed ?? dynamic ?? '', path)} *`);
  }
  imported.set(all, found);
  return found;
}
