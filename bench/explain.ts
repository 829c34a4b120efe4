/**
 * Measures Explain on the large data set, with every kind of question. Explain runs in this process, so that only its
 * statements are measured.
 *
 *   node bench/explain.ts                         the default data set: 1 M messages
 *   node bench/explain.ts --full                  10 M messages
 *   … --url=postgres://…                          a database that `createDataset` has filled
 *   … --rounds=200                                questions of each kind
 *   … --plans=<file>                              writes the plans of the statements to this file
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import type { Ctx } from '#lib/api/context.ts';
import { ExplainQuery } from '#lib/explain/schema.ts';
import { explain } from '#lib/explain/service.ts';
import { disconnect, pool } from '#lib/postgres/db.ts';
import type { TransactionPool } from '#lib/postgres/transaction-pool.ts';
import { literal } from '#testing/literal.ts';
import { BENCH_ENVIRONMENT_ID } from './cases.ts';
import { openBenchDatabase } from './database.ts';
import { cpuSeconds } from './delivery/cpu.ts';

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
  // A user who may read the other environments, in which the search continues.
  actor: { type: 'user', userId: '', email: '', role: 'support', sessionId: '' },
  requestId: 'bench',
};

type Question = Record<string, string | undefined>;

/** The number of questions of each kind for the plans of their statements. */
const PLANNED = 10;

const plans = new Map<string, string>();
const rounds = Number(options.rounds);
console.log(
  '| question | n | p50 ms | p95 ms | max ms | CPU ms | deciding reasons |\n|---|---:|---:|---:|---:|---:|---|',
);
for (const [name, questions] of Object.entries(await questionsOf())) {
  await ask(questions[0] ?? {});
  const times: number[] = [];
  const codes = new Map<string, number>();
  const before = await cpuMs();
  for (const question of questions) {
    const started = performance.now();
    const { code } = await ask(question);
    times.push(performance.now() - started);
    codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  const cpu = (((await cpuMs()) - before) / times.length).toFixed(1);
  times.sort((one, other) => one - other);
  const at = (share: number) => (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1);
  const answers = [...codes].map(([code, count]) => `${code} ${count}`).join(', ');
  console.log(`| ${name} | ${times.length} | ${at(0.5)} | ${at(0.95)} | ${at(1)} | ${cpu} | ${answers} |`);
}
if (options.plans !== undefined) {
  await explainStatements();
  writeFileSync(options.plans, [...plans].map(([text, plan]) => `${text}\n\n${plan}\n`).join(`\n${'-'.repeat(120)}\n`));
}
await disconnect();
await opened?.stop();

/** Returns the CPU time until now of this process and its database backends. On a busy machine only this is comparable. */
async function cpuMs(): Promise<number> {
  const { rows } = await pool().query("SELECT pid FROM pg_stat_activity WHERE application_name = 'belfry'");
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + 1000 * cpuSeconds(rows.map(({ pid }) => pid));
}

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
  const rejected = await sample(
    `SELECT r.recipients[1] AS subscriber, r.workflow, r.transaction_id AS transaction, r.created_at AS at
     FROM trigger_refusals r TABLESAMPLE SYSTEM (5)`,
    'r',
  );
  const named = rejected.filter(({ subscriber }) => subscriber);
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
    'email and time': runs.map((run) => ({ subscriber: run.email, at: at(run) })),
    'phone and time': runs.map((run) => ({ subscriber: run.phone, at: at(run) })),
    'run id': runs.map(({ run }) => ({ subscriber: run })),
    'message id': messages.map(({ message }) => ({ subscriber: message })),
    'transaction id': runs.map(({ transaction }) => ({ subscriber: transaction })),
    'a common name': runs.map(({ first }) => ({ subscriber: first })),
    'a full name': runs.map(({ first, last }) => ({ subscriber: `${first} ${last}` })),
    'a part of an address': runs.map(({ email }) => ({ subscriber: email?.slice(2, 9) })),
    'two letters': runs.map(({ first }) => ({ subscriber: first?.slice(0, 2) })),
    'no subscriber': runs.map((_, index) => ({ subscriber: `zzz${index}qqq` })),
    'no run at the time': people.map(({ subscriber }) => ({ subscriber, at: anyTime() })),
    'refused trigger': named.map((one) => ({ subscriber: one.subscriber, workflow: one.workflow, at: at(one) })),
    'refused transaction': rejected.map(({ transaction }) => ({ subscriber: transaction })),
    'named by one in ten refused triggers': rejected.map((one, index) => ({
      subscriber: 'user-0',
      workflow: index % 2 === 0 ? undefined : `nothing-${index}`,
      at: at(one),
    })),
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

interface Statement {
  text: string;
  values: unknown[];
  /** Whether the statement is planned for its own values (`execute`) instead of for all values. */
  ownPlan: boolean;
}

/** Explains the statements of some questions of each kind, planned the same way, and reports sequential scans. */
async function explainStatements(): Promise<void> {
  const client = await pool().connect();
  for (const statement of (await statementsOf()).values()) {
    const values = statement.values.map((value) => literal(value)).join(', ');
    await client.query('BEGIN');
    await client.query(`SET LOCAL plan_cache_mode = ${statement.ownPlan ? 'force_custom_plan' : 'force_generic_plan'}`);
    await client.query(`PREPARE planned AS ${statement.text}`);
    const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS) EXECUTE planned${values && `(${values})`}`);
    await client.query('DEALLOCATE planned');
    await client.query('ROLLBACK');
    const plan = rows.map((row) => Object.values(row as object)[0]).join('\n');
    plans.set(statement.text, plan);
    const scanned = [...plan.matchAll(/Seq Scan on (\w+).*?actual time=\S+ rows=(\S+)/g)];
    for (const [, table, read] of scanned)
      console.log(`Seq Scan on ${table}, ${read} rows: ${statement.text.slice(0, 120)}`);
  }
  client.release();
  console.log(`${plans.size} statements explained`);
}

/** Returns the statements by text, with the values of their last use. */
async function statementsOf(): Promise<Map<string, Statement>> {
  const statements = new Map<string, Statement>();
  const shared = pool() as TransactionPool;
  const original = shared.query.bind(shared) as (...given: unknown[]) => Promise<pg.QueryResult>;
  const query = (first: string | pg.QueryConfig, given?: unknown[]) => {
    const [text, values = []] = typeof first === 'string' ? [first, given] : [first.text, first.values];
    const ownPlan = shared.current !== undefined;
    if (/^\s*\(?(SELECT|WITH)/i.test(text)) statements.set(text, { text, values, ownPlan });
    return original(first, given);
  };
  const questions = await questionsOf();
  Object.assign(shared, { query });
  for (const each of Object.values(questions)) for (const question of each.slice(0, PLANNED)) await ask(question);
  Object.assign(shared, { query: original });
  return statements;
}
