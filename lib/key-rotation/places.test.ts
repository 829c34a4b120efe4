import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSources } from '#scripts/import-graph.ts';
import { forgottenWriter, PLACES } from './places.ts';

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
  // A flag of the table, whose values are a place.
  expect(encrypted.filter((each) => each !== 'environment_variables.is_secret' && !places.includes(each))).toEqual([]);
});
