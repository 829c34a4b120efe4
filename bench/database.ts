import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '#scripts/migrate.ts';
import { startPostgres } from '#scripts/postgres.ts';
import { showProgress } from '#scripts/progress.ts';
import { root } from '#scripts/sources.ts';
import { BENCH_ENVIRONMENT_ID, type Facts } from './cases.ts';
import { createDataset, DATASET_SIZES, type DatasetSize } from './dataset.ts';

export interface BenchDatabase {
  url: string;
  size: DatasetSize;
  /** The API key of the large environment. */
  apiKey: string;
  /** The variables with which the servers start. */
  variables: Record<string, string>;
  facts: Facts;
  stop(): Promise<void>;
}

const apiKey = 'bf_bench_0123456789abcdef0123456789abcdef';

/** Starts the benchmark's own PostgreSQL, and fills it if it is empty. */
export async function openBenchDatabase(name: 'default' | 'subscribers' | 'full'): Promise<BenchDatabase> {
  const folder = join(root, '.scratch', `bench-${name}`);
  mkdirSync(folder, { recursive: true });
  const postgres = await showProgress('Start PostgreSQL', () => startPostgres(folder));
  const size = DATASET_SIZES[name];
  await showProgress('Migrate', () => migrate(postgres.url));
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  if (!(await isFilled(client))) {
    await showProgress(`Create the data set (${name})`, () =>
      createDataset(postgres.url, size, { apiKey, log: console.log }),
    );
    await addSteps(client);
    await client.query(`INSERT INTO settings (key, value) VALUES ('bench_data', 'true')`);
  }
  const facts = await readFacts(client);
  await client.end();
  return {
    url: postgres.url,
    size,
    apiKey,
    facts,
    stop: () => postgres.stop(),
    variables: {
      DATABASE_URL: postgres.url,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      DEMO_DATA: 'false',
      RETENTION_DAYS: '3650',
      AUTH_SECRET: 'bench'.repeat(8),
      ENCRYPTION_KEYS: `bench:${Buffer.alloc(32, 1).toString('base64')}`,
    },
  };
}

async function isFilled(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT 1 FROM settings WHERE key = 'bench_data'`);
  return rowCount === 1;
}

/** Adds four steps to every workflow. */
async function addSteps(client: pg.Client): Promise<void> {
  await client.query(`
    INSERT INTO workflow_steps (id, environment_id, workflow_id, step_id, name, type, position, control_values, created_at, updated_at)
    SELECT left(md5(w.id || n), 24), w.environment_id, w.id, 'step-' || n, 'Step ' || n,
      (ARRAY['in_app', 'digest', 'email', 'sms'])[n], n,
      (ARRAY['{"subject": "Hello", "body": "Your order {{payload.orderId}}"}', '{"amount": 5, "unit": "minutes"}',
             '{"subject": "Your order", "body": "<p>On its way</p>", "editorType": "html"}', '{"body": "On its way"}'])[n]::jsonb,
      now(), now()
    FROM workflows w, generate_series(1, 4) n`);
}

async function readFacts(client: pg.Client): Promise<Facts> {
  const column = async (text: string) =>
    (await client.query({ text, values: [BENCH_ENVIRONMENT_ID], rowMode: 'array' })).rows.map((row) => String(row[0]));
  const sample = (select: string, table: string) =>
    column(
      `SELECT ${select} FROM ${table} TABLESAMPLE SYSTEM (2) WHERE environment_id = $1 ORDER BY random() LIMIT 2000`,
    );
  const emails = await sample('email', 'subscribers');
  return {
    subscriberIds: await sample('subscriber_id', 'subscribers'),
    cursors: await sample('id', 'subscribers'),
    workflowIds: await column('SELECT id FROM workflows WHERE environment_id = $1'),
    terms: {
      common: ['email=example', 'email=.test', 'name=Grace', 'phone=%2B1555', 'name=Ada%20L', 'email=com'],
      rare: emails.slice(0, 200).flatMap((email) => [`email=${email.slice(0, 3)}`, `email=${email.slice(2, 8)}`]),
      absent: ['email=zzzzzz', 'email=qqq', 'name=Zzyzx', 'phone=99999999', 'name=zzz', 'email=nowhere.invalid'],
    },
  };
}
