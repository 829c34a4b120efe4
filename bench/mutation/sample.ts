/**
 * Inserts small faults into the code, one at a time, and counts how many the cheapest tests of each file notice:
 * `node bench/mutation/sample.ts --count 300 --seed 1`. Resumable: faults with a result are skipped. The program uses a copy
 * of the last commit, so the code here does not change. Files that Stryker covers are left out.
 *
 * Options: `--count` faults in total, `--seed`, `--take` at most this many now, `--limit` seconds for each suite (browser
 * tests: three times as many), `--workers` faults at a time, `--results` a file of JSON lines, `--calls` the folder with the
 * functions that each test calls. The first run fills it, which takes as long as `npm test -- unit`.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readSources } from '#scripts/import-graph.ts';
import { root } from '#scripts/sources.ts';
import { type Fault, faultsIn, idOf, withFault } from './faults.ts';
import type { CallRecord } from './record-calls.ts';
import { type Sources, type Suite, suitesOf } from './suites.ts';

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    take: { type: 'string', default: '300' },
    limit: { type: 'string', default: '240' },
    workers: { type: 'string', default: '2' },
    results: { type: 'string', default: '.scratch/mutation-sample.jsonl' },
    calls: { type: 'string', default: '.scratch/mutation-calls' },
  },
});

/** The result of a fault. */
interface Result extends Pick<Fault, 'id' | 'file' | 'line' | 'before' | 'kind' | 'replacement'> {
  /** `untested`: no test reaches the file, only the type check. `broken`: its tests fail without a fault too. */
  outcome: 'noticed' | 'missed' | 'untested' | 'broken';
  /** The suite that noticed the fault, or all suites that did not. */
  tests: string[];
  seconds: number;
}

const results = join(root, options.results);
const calls = join(root, options.calls);

async function main(): Promise<void> {
  mkdirSync(dirname(results), { recursive: true });
  const copies = Array.from({ length: Number(options.workers) }, (_, at) =>
    join(root, `.scratch/mutation-sample-${at}`),
  );
  for (const copy of copies) prepareCopy(copy);
  const [first] = copies;
  if (first && !existsSync(calls)) recordCalls(first);
  const records = readRecords();
  const sources = readSources();
  const chosen = chooseFaults(sources);
  const known = new Set(readResults().map(({ id }) => id));
  const left = chosen.filter(({ id }) => !known.has(id)).slice(0, Number(options.take));
  const queue = left.entries();
  await Promise.all(
    copies.map(async (copy) => {
      for (const [at, fault] of queue) {
        const result = await tried(fault, copy, suitesOf(fault, sources, records));
        appendFileSync(results, `${JSON.stringify(result)}\n`);
        console.log(`${at + 1}/${left.length} ${result.outcome} in ${result.seconds} s  ${named(result)}`);
      }
    }),
  );
  const ids = new Set(chosen.map(({ id }) => id));
  report(readResults().filter(({ id }) => ids.has(id)));
}

/** Copies the files of the last commit, with the packages and the generated client of this checkout. */
function prepareCopy(copy: string): void {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: root, maxBuffer: 1024 ** 3 });
  execFileSync('tar', ['-x', '-C', copy], { input: archive });
  // Turbopack does not build with packages that are links to a folder outside the copy.
  const packages = { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE };
  cpSync(join(root, 'node_modules'), join(copy, 'node_modules'), packages);
  cpSync(join(root, 'prisma/generated'), join(copy, 'prisma/generated'), { recursive: true });
  // Later type checks of the copy read only what a fault changes.
  execFileSync(process.execPath, PROGRAMS.types, { cwd: copy });
}

/** Runs all unit tests of the copy, and records which functions each test calls. Tests that fail are ignored. */
function recordCalls(copy: string): void {
  mkdirSync(calls, { recursive: true });
  spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot'], {
    cwd: copy,
    stdio: 'inherit',
    env: { ...process.env, RECORD_CALLS: calls },
  });
}

function readRecords(): CallRecord[] {
  return readdirSync(calls).map((name) => JSON.parse(readFileSync(join(calls, name), 'utf8')));
}

const LEFT_OUT =
  /\.(test|generated|d)\.tsx?$|^lib\/(conditions|reasons|preferences)\/|^lib\/engine\/attempt\/(advance|conclude|conclude-delivery|checks)\.ts$/;

/** Selects the sample: orders all faults by the seed, and returns the first faults. */
function chooseFaults(sources: Sources): Fault[] {
  const files = [...sources.values()].filter(({ path }) => path.startsWith('lib/') && !LEFT_OUT.test(path));
  return files
    .flatMap(({ path, text }) => faultsIn(path, text))
    .map((fault) => ({ fault, place: idOf(`${options.seed} ${fault.id}`) }))
    .sort((one, other) => (one.place < other.place ? -1 : 1))
    .slice(0, Number(options.count))
    .map(({ fault }) => fault);
}

/** Inserts the fault into the copy, and runs its suites until one notices the fault. */
async function tried(fault: Fault, copy: string, suites: readonly Suite[]): Promise<Result> {
  const started = performance.now();
  const path = join(copy, fault.file);
  const text = readFileSync(path, 'utf8');
  const end = (outcome: Result['outcome'], tests: string[]): Result => {
    const { id, file, line, before, kind, replacement } = fault;
    const seconds = Math.round((performance.now() - started) / 1_000);
    return { id, file, line, before, kind, replacement, outcome, tests, seconds };
  };
  for (const suite of suites) {
    writeFileSync(path, withFault(text, fault));
    const isNoticed = (await passes(suite, copy).finally(() => writeFileSync(path, text))) === false;
    if (isNoticed) return end((await passesWithout(suite, copy)) ? 'noticed' : 'broken', suite.tests);
  }
  const tests = suites.flatMap((suite) => suite.tests);
  return end(tests.length > 1 ? 'missed' : 'untested', tests);
}

const sound = new Map<string, Promise<boolean>>();

/** Whether the suite passes without a fault. Otherwise its failure with a fault has no meaning. */
function passesWithout(suite: Suite, copy: string): Promise<boolean> {
  const key = suite.tests.join(' ');
  const known = sound.get(key) ?? passes(suite, copy);
  sound.set(key, known);
  return known;
}

const PROGRAMS: Readonly<Record<Suite['runner'], string[]>> = {
  vitest: ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', '--reporter=dot'],
  types: ['node_modules/typescript/bin/tsc', '--noEmit'],
  api: ['scripts/test.ts', 'api', '--max-failures=1'],
  ui: ['scripts/test.ts', 'ui', '--max-failures=1', '--retries=0'],
};

/** Whether a suite of the copy passes. A timeout counts as a failure. */
function passes({ runner, tests }: Suite, copy: string): Promise<boolean> {
  const child = spawn(process.execPath, [...PROGRAMS[runner], ...(runner === 'types' ? [] : tests)], {
    cwd: copy,
    stdio: 'ignore',
    detached: true,
  });
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const end = (signal: NodeJS.Signals) => child.pid !== undefined && process.kill(-child.pid, signal);
  const endWithUs = () => end('SIGTERM');
  const limitMs = Number(options.limit) * (runner === 'ui' ? 3_000 : 1_000);
  const timer = setTimeout(() => end('SIGKILL'), limitMs);
  process.once('exit', endWithUs);
  child.once('error', reject);
  child.once('exit', (code) => {
    clearTimeout(timer);
    process.off('exit', endWithUs);
    resolve(code === 0);
  });
  return promise;
}

function readResults(): Result[] {
  const lines = existsSync(results) ? readFileSync(results, 'utf8').split('\n').filter(Boolean) : [];
  return lines.map((line) => JSON.parse(line));
}

function named({ file, line, kind, before, replacement }: Result): string {
  return `${file}:${line} ${kind}${replacement ? ` (${replacement.slice(0, 60)})` : ''}: ${before.slice(0, 100)}`;
}

function report(all: readonly Result[]): void {
  const by = Map.groupBy(all, ({ outcome }) => outcome);
  const noticed = by.get('noticed')?.length ?? 0;
  const counted = all.length - (by.get('broken')?.length ?? 0);
  const share = counted > 0 ? ((100 * noticed) / counted).toFixed(1) : '0';
  const byTypes = by.get('noticed')?.filter(({ tests }) => tests[0] === 'types').length ?? 0;
  console.log(`\n${noticed} of ${counted} faults noticed: ${share}% (${byTypes} by the type check)`);
  for (const outcome of ['missed', 'untested', 'broken'] as const) {
    const of = by.get(outcome) ?? [];
    if (of.length > 0) console.log(`\n${outcome} (${of.length}):\n${of.map((each) => `  ${named(each)}`).join('\n')}`);
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
await main();
