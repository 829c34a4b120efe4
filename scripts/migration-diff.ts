import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { CliError, runMain } from './cli-error.ts';
import { removeCluster, startPostgres } from './postgres.ts';
import { schemaEngine } from './schema-engine.ts';
import { root } from './sources.ts';

const file = 'prisma/schema.prisma';

/**
 * Runs `node scripts/migration-diff.ts`: prints the SQL from the committed prisma/schema.prisma to the current one, as
 * the draft of a migration. Add partitions, partial indexes and trigram indexes manually, because Prisma cannot express
 * them.
 */
await runMain(async () => {
  const committed = execFileSync('git', ['show', `HEAD:${file}`], { cwd: root, encoding: 'utf8' });
  const current = readFileSync(join(root, file), 'utf8');
  if (committed === current) throw new CliError(`${file} has not changed since the last commit.`);
  console.log(await compare(committed, current));
});

/** Compares two schema texts. The engine requires a connection, so it gets a temporary database. */
async function compare(before: string, after: string): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'belfry-diff-'));
  const postgres = await startPostgres(dataDir);
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 });
  try {
    const engine = await schemaEngine(pool);
    const side = (content: string) => ({
      tag: 'schemaDatamodel' as const,
      files: [{ path: 'schema.prisma', content }],
    });
    const filters = { externalTables: [], externalEnums: [] };
    const parameters = { from: side(before), to: side(after), script: true, exitCode: null, filters };
    const { stdout } = await engine.diff({ ...parameters, shadowDatabaseUrl: null } as typeof parameters);
    return stdout ?? '';
  } finally {
    await pool.end();
    await postgres.stop();
    removeCluster(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  }
}
