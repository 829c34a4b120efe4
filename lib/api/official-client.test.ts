import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#scripts/sources.ts';
import { METHODS } from './operation.ts';
import { loadRoutes } from './route-table.ts';

interface ClientOperation {
  name: string;
  /** The method and path, such as `GET /v2/topics/{}`. */
  target: string;
}

/** Returns every operation in the sources of an installed version of the client. */
function clientOperations(folder: string): ClientOperation[] {
  const functions = join(root, 'node_modules', folder, 'src', 'funcs');
  return readdirSync(functions).flatMap((file) => {
    const text = readFileSync(join(functions, file), 'utf8');
    const path = /pathToFunc\(\s*"([^"]+)"/.exec(text)?.[1];
    const method = /method: "(\w+)"/.exec(text)?.[1];
    return path && method ? [{ name: file.slice(0, -3), target: targetOf(method, path) }] : [];
  });
}

function targetOf(method: string, path: string): string {
  return `${method} ${path.replace(/\{\w+\}/g, '{}')}`;
}

/** Returns the operations that API keys may call. The client supports no other credential. */
async function servedTargets(): Promise<Set<string>> {
  const entries = await loadRoutes();
  return new Set(
    entries.flatMap(({ segments, handlers }) => {
      const path = `/${segments
        .slice(1)
        .map((segment) => segment.replace(/^\[\w+\]$/, '{}'))
        .join('/')}`;
      return METHODS.filter((method) => {
        const operation = handlers[method]?.operation;
        if (!operation || operation.permission === 'public') return operation !== undefined;
        return (operation.callers ?? ['apiKey']).includes('apiKey');
      }).map((method) => targetOf(method, path));
    }),
  );
}

const rows = readFileSync(join(root, 'docs', 'client.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()));

/**
 * The operations that the documentation lists as not served. A name that ends with `*` includes all names with this
 * beginning.
 */
const NOT_SERVED = rows.flatMap(([, names = '']) => [...names.matchAll(/`(\w+\*?)`/g)].map(([, name = '']) => name));
const isMeant = (pattern: string, name: string) =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
const isListed = (name: string) => NOT_SERVED.some((pattern) => isMeant(pattern, name));

test.each([
  ['3.19.1', '@novu/api'],
  ['3.17.0', 'novu-api-3-17'],
])(
  '%s: docs/client.md lists exactly the operations that are not served, with their numbers',
  async (version, folder) => {
    const served = await servedTargets();
    const operations = clientOperations(folder);
    const missing = operations.filter(({ target }) => !served.has(target)).map(({ name }) => name);
    const listed = operations.filter(({ name }) => isListed(name)).map(({ name }) => name);
    expect(listed).toEqual(missing);
    expect(rows.find(([, first]) => first === version)?.slice(2, 5)).toEqual(
      [operations.length, operations.length - missing.length, missing.length].map(String),
    );
  },
);

test('the client has every name of the page', () => {
  const names = clientOperations('@novu/api').map(({ name }) => name);
  expect(NOT_SERVED.filter((pattern) => !names.some((name) => isMeant(pattern, name)))).toEqual([]);
});
