import pg from 'pg';
import { CliError, runMain } from './cli-error.ts';
import { hasCitus } from './distribute.ts';
import { migrate, unusable } from './migrate.ts';

const PLACES = `
SELECT (SELECT count(DISTINCT nodename || ':' || nodeport)::int FROM citus_shards WHERE table_name = 'work'::regclass) AS nodes,
  (SELECT count(*)::int FROM citus_shards WHERE table_name = 'work'::regclass) AS shards,
  count(*) FILTER (WHERE partmethod = 'h' AND NOT c.relispartition)::int AS distributed,
  count(*) FILTER (WHERE partmethod = 'n' AND repmodel = 't')::int AS copied
FROM pg_dist_partition JOIN pg_class c ON c.oid = logicalrelid`;

/**
 * Runs `npm run db:distribute`: distributes an empty or an existing database over the nodes of a Citus cluster, and
 * prints the places of its tables. No web process or worker may run in the meantime. Later releases need no separate
 * command, because `npm run db:migrate` distributes new tables.
 */
await runMain(async () => {
  const url = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL;
  if (!url) throw new CliError('Set DATABASE_URL to the coordinator of the Citus cluster.');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect().catch((error) => Promise.reject(unusable(url, error)));
    if (!(await hasCitus(client)))
      throw new CliError(
        'Citus is not installed: run CREATE EXTENSION citus; in the database on every node, as a superuser.',
      );
    await migrate(url);
    const { rows } = await client.query<{ nodes: number; shards: number; distributed: number; copied: number }>(PLACES);
    const { nodes = 0, shards = 0, distributed = 0, copied = 0 } = rows[0] ?? {};
    console.log(
      `${distributed} tables are distributed over ${nodes} nodes in ${shards} shards, and ${copied} have a copy on each node.`,
    );
  } finally {
    await client.end();
  }
});
