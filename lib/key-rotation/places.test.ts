import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSources } from '#scripts/import-graph.ts';
import { PLACES } from './places.ts';

const ROTATION = 'lib/key-rotation/rotate.ts';

/** Returns the problem of a file that encrypts but is not listed as the writer of a place. */
function forgottenWriter({ path, text }: { path: string; text: string }): string | undefined {
  const end = Math.max(text.indexOf(`'#lib/crypto.ts'`), text.indexOf(`'./crypto.ts'`));
  const imported = end < 0 ? '' : text.slice(text.lastIndexOf('import {', end), end);
  const isListed = path === ROTATION || PLACES.some(({ writers }) => writers.includes(path));
  return /\bencrypt\b/.test(imported) && !isListed
    ? 'encrypts for a column that lib/key-rotation/places.ts does not list'
    : undefined;
}

test('every file of lib and app that encrypts is the writer of a place that the rotation of keys reads', () => {
  const sources = [...readSources().values()].filter(({ path }) => /^(lib|app)\/.*(?<!\.test)\.tsx?$/.test(path));
  expect(sources.flatMap((source) => (forgottenWriter(source) ? [source.path] : []))).toEqual([]);
  const writers = PLACES.flatMap((place) => place.writers);
  for (const path of writers) expect(sources.find((source) => source.path === path)?.text).toMatch(/\bencrypt\(/);
});

test('a new file that encrypts is found', () => {
  const file = (text: string) => forgottenWriter({ path: 'lib/new/service.ts', text });
  expect(file(`import { decrypt, encrypt } from '#lib/crypto.ts';`)).toContain('lib/key-rotation/places.ts');
  expect(file(`import {\n  encrypt,\n} from '#lib/crypto.ts';`)).toBeDefined();
  expect(file(`import { decrypt } from '#lib/crypto.ts';`)).toBeUndefined();
});

test('every column that the schema calls encrypted is a place', () => {
  const schema = readFileSync(new URL('../../prisma/schema.prisma', import.meta.url), 'utf8');
  const encrypted = [...schema.matchAll(/^model \w+ \{\n(.*?)^\}/gms)].flatMap(([, body = '']) => {
    const [, table] = /^ {2}@@map\("(\w+)"\)/m.exec(body) ?? [];
    const fields = body.matchAll(/^ {2}\/\/\/.*\bencrypted\b.*\n(?: {2}\/\/\/.*\n)* {2}(\w+) .*$/gim);
    return [...fields].map(([line, field]) => `${table}.${/@map\("(\w+)"\)/.exec(line)?.[1] ?? field}`);
  });
  const places = PLACES.map(({ table, column }) => `${table}.${column.replaceAll('"', '')}`);
  expect(encrypted.length).toBeGreaterThan(8);
  // `is_secret` is only a flag. The values that it marks are a place.
  expect(encrypted.filter((each) => each !== 'environment_variables.is_secret' && !places.includes(each))).toEqual([]);
});
