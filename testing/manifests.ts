import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { root } from '#scripts/sources.ts';

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own shape, which a schema checks
  spec?: any;
}

export function readYaml<Shape>(file: string): Shape {
  return parse(readFileSync(join(root, file), 'utf8'), { merge: true }) as Shape;
}

export function manifestsIn(text: string): Manifest[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
}

/**
 * Returns a copy whose reads are recorded, and a function that returns the paths of values that were never read. A
 * validator reads each field that its schema has, so fields that were never read are misspelled or in the wrong place.
 */
export function recordReads<Value extends object>(value: Value): { recorded: Value; unread: () => string[] } {
  const read = new Set<string>();
  const wrap = <Part>(part: Part, path: string): Part => {
    if (typeof part !== 'object' || part === null) return part;
    return new Proxy(part, {
      get(target, key) {
        const found = Reflect.get(target, key) as unknown;
        if (typeof key === 'symbol' || !Object.hasOwn(target, key)) return found;
        read.add(`${path}/${key}`);
        return wrap(found, `${path}/${key}`);
      },
    });
  };
  const isKnown = (path: string) => path === '' || read.has(path);
  const unread = () =>
    pathsOf(value, '').filter((path) => !read.has(path) && isKnown(path.slice(0, path.lastIndexOf('/'))));
  return { recorded: wrap(value, ''), unread };
}

function pathsOf(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => [`${path}/${key}`, ...pathsOf(part, `${path}/${key}`)]);
}
