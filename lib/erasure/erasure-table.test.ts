import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ERASURE_TABLE } from './erasure-table.ts';
import { SHARED_WALKS } from './walks.ts';

/** The text, JSON and binary columns of each table of prisma/schema.prisma. */
function textColumns(): Map<string, string[]> {
  const schema = readFileSync(new URL('../../prisma/schema.prisma', import.meta.url), 'utf8');
  return new Map(
    [...schema.matchAll(/^model \w+ \{\n(.*?)^\}/gms)].map(([, body = '']) => {
      const [, table = ''] = /^ {2}@@map\("(\w+)"\)/m.exec(body) ?? [];
      const fields = body.matchAll(/^ {2}(\w+) +(?:String|Json|Bytes)(?:\[\]|\?)?(?= |$)(.*)$/gm);
      return [table, [...fields].map(([, field = '', rest = '']) => /@map\("(\w+)"\)/.exec(rest)?.[1] ?? field)];
    }),
  );
}

test('every table of the schema, and every text column of a table whose rows stay, has an entry', () => {
  const columns = textColumns();
  expect(columns.size).toBeGreaterThan(70);
  expect(Object.keys(ERASURE_TABLE).sort()).toEqual([...columns.keys()].sort());
  for (const [table, entry] of Object.entries(ERASURE_TABLE)) {
    if (entry.rows === 'deleted') continue;
    const listed = [...entry.kept.split(' ').filter(Boolean), ...Object.keys(entry.erased ?? {})];
    expect([table, listed.sort()]).toEqual([table, columns.get(table)?.sort()]);
  }
});

test('what a walk writes is what the table says', () => {
  for (const { table, columns } of SHARED_WALKS) {
    const entry = ERASURE_TABLE[table];
    if (entry?.rows !== 'kept') continue;
    const written = Object.entries(columns).flatMap(([column, type]) => (type === 'read' ? [] : [column]));
    expect([table, Object.keys(entry.erased ?? {}).sort()]).toEqual([table, written.sort()]);
  }
});
