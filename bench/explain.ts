/**
 * How long Explain takes on the large data set, asked in every way that it can be asked. In this process, so that it is
 * the statements that are measured.
 *
 *   node bench/explain.ts                         the default data set: 1 M messages
 *   node bench/explain.ts --full                  10 M messages
 *   … --url=postgres://…                          a database that `createDataset` has filled
 *   … --rounds=200                                questions of each kind
 *   … --plans=<file>                              the plans of the statements go into this file
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import type { Ctx } from '#lib/api/context.ts';
import { disconnect, pool } from '#lib/db.ts';
import { ExplainQuery } from '#lib/explain/schema.ts';
import { explain } from '#lib/explain/service.ts';
import { BENCH_ENVIRONMENT_ID } from './cases.ts';
import { openBenchDatabase } from './database.ts';

const { values: options } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    url: { type: 'string' },
    rounds: { type: 'string', default: '200' },
    plans: { type: 'string' },
  },
});

const opened = options.url === undefined ? await openBenchDatabase(options.full ? 'full' : 'default') : undefined;
Object.assign(process.env, opened?.variables, {
  DATABASE_URL: opened?.url ?? options.url,
  RETENTION_DAYS: '3650',
  LOG_LEVEL: 'warn',
  AUTH_SECRET: 'bench'.repeat(8),
  ENCRYPTION_KEYS: `bench:${Buffer.alloc(32, 1).toString('base64')}`,
});

const { rows: organizations } = await pool().query('SELECT organization_id FROM environments WHERE id = $1', [
  BENCH_ENVIRONMENT_ID,
]);
const ctx: Ctx = {
  organizationId: organizations[0]?.organization_id,
  environmentId: BENCH_ENVIRONMENT_ID,
  // Somebody who may read the other environments, where the search goes on.
  actor: { type: 'user', userId: '', email: '', role: 'support', sessionId: '' },
  requestId: 'bench',
};

type Question = Record<string, string | undefined>;

const plans = new Map<string, string>();
const rounds = Number(options.rounds);
console.log('| question | n | p50 ms | p95 ms | max ms | answers |\n|---|---|---|---|---|---|');
for (const [name, questions] of Object.entries(await questionsOf())) {
  await ask(questions[0] ?? {});
  const times: number[] = [];
  const codes = new Map<string, number>();
  for (const question of questions) {
    const started = performance.now();
    const { code } = await ask(question);
    times.push(performance.now() - started);
    codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1);
  const answers = [...codes].map(([code, count]) => `${code} ${count}`).join(', ');
  console.log(`| ${name} | ${times.length} | ${at(0.5)} | ${at(0.95)} | ${at(1)} | ${answers} |`);
}
if (options.plans !== undefined) {
  await explainStatements();
  writeFileSync(options.plans, [...plans].map(([text, plan]) => `${text}\n\n${plan}\n`).join(`\n${'-'.repeat(120)}\n`));
}
await disconnect();
await opened?.stop();

function ask(question: Question) {
  const given = Object.entries(question).filter(([, value]) => value !== undefined && value !== null);
  return explain(ctx, ExplainQuery.parse(Object.fromEntries(given)));
}

async function questionsOf(): Promise<Record<string, Question[]>> {
  const runs = await sample(
    `SELECT n.id AS run, n.transaction_id AS transaction, n.created_at AS at, s.subscriber_id AS subscriber, s.email, s.phone, s.first_name AS first,
       s.last_name AS last, w.identifier AS workflow
     FROM notifications n TABLESAMPLE SYSTEM (2) JOIN subscribers s ON s.environment_id = n.environment_id AND s.id = n.subscriber_id
     JOIN workflow_snapshots p ON p.environment_id = n.environment_id AND p.id = n.snapshot_id
     LEFT JOIN workflows w ON w.environment_id = n.environment_id AND w.id = p.workflow_id`,
    'n',
  );
  const messages = await sample('SELECT m.id AS message FROM messages m TABLESAMPLE SYSTEM (1)', 'm');
  const people = await sample('SELECT s.subscriber_id AS subscriber FROM subscribers s TABLESAMPLE SYSTEM (5)', 's');
  const year = 365 * 86_400_000;
  const anyTime = () => new Date(Date.now() - Math.random() * year).toISOString();
  const at = (run: Question) => new Date(run.at ?? '').toISOString();
  return {
    'subscriber and time': runs.map((run) => ({ subscriber: run.subscriber, at: at(run) })),
    'subscriber, workflow, channel, time': runs.map((run) => ({
      subscriber: run.subscriber,
      workflow: run.workflow,
      channel: 'email',
      at: at(run),
    })),
    'e-mail and time': runs.map((run) => ({ subscriber: run.email, at: at(run) })),
    'phone and time': runs.map((run) => ({ subscriber: run.phone, at: at(run) })),
    'run id': runs.map(({ run }) => ({ subscriber: run })),
    'message id': messages.map(({ message }) => ({ subscriber: message })),
    'transaction id': runs.map(({ transaction }) => ({ subscriber: transaction })),
    'a common name': runs.map(({ first }) => ({ subscriber: first })),
    'a full name': runs.map(({ first, last }) => ({ subscriber: `${first} ${last}` })),
    'a part of an address': runs.map(({ email }) => ({ subscriber: email?.slice(2, 9) })),
    'two letters': runs.map(({ first }) => ({ subscriber: first?.slice(0, 2) })),
    nobody: runs.map((_, index) => ({ subscriber: `zzz${index}qqq` })),
    'no run at the time': people.map(({ subscriber }) => ({ subscriber, at: anyTime() })),
    'no run of the workflow': people.map(({ subscriber }, index) => ({
      subscriber,
      workflow: runs[index % runs.length]?.workflow,
      at: anyTime(),
    })),
  };
}

async function sample(select: string, alias: string): Promise<Question[]> {
  const text = `${select} WHERE ${alias}.environment_id = $1 ORDER BY random() LIMIT ${rounds}`;
  return (await pool().query(text, [BENCH_ENVIRONMENT_ID])).rows;
}

/** Asks one question of each kind once more, and explains each statement that it makes. */
async function explainStatements(): Promise<void> {
  const statements = new Map<string, unknown[]>();
  const client = pool();
  const original = client.query.bind(client) as (...given: unknown[]) => Promise<pg.QueryResult>;
  Object.assign(client, {
    query: (first: string | pg.QueryConfig, values?: unknown[]) => {
      const text = typeof first === 'string' ? first : first.text;
      if (/^\s*(SELECT|WITH)/i.test(text))
        statements.set(text, (typeof first === 'string' ? values : first.values) ?? []);
      return original(first, values);
    },
  });
  for (const questions of Object.values(await questionsOf())) await ask(questions[0] ?? {});
  for (const [text, values] of statements) {
    const { rows } = await original({ text: `EXPLAIN (ANALYZE, BUFFERS) ${text}`, values });
    plans.set(text, rows.map((row) => Object.values(row as object)[0]).join('\n'));
  }
}
