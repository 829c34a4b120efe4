import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadModule, parseSync } from 'libpg-query';
import { expect, test } from 'vitest';
import { statementsOf } from './schema-engine.ts';
import { root } from './sources.ts';

test('each migration is cut into its statements', async () => {
  await loadModule();
  const count = (sql: string) => parseSync(sql).stmts?.length;
  for (const path of globSync('prisma/migrations/*/migration.sql', { cwd: root })) {
    const script = readFileSync(join(root, path), 'utf8');
    const statements = statementsOf(script);
    expect([path, statements.length]).toEqual([path, count(script)]);
    expect(statements.filter((statement) => count(statement) !== 1)).toEqual([]);
  }
});
