import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './sources.ts';

export interface Tally {
  passed: number;
  failed: number;
}

type Variables = Record<string, string | undefined>;

/**
 * The output of tests: reports with the duration of every test, screenshots and traces of failed tests, and the
 * service's output.
 */
export const resultsFolder = join(root, 'test-results');

const bin = (name: string) => join(root, 'node_modules', '.bin', name);

/** Checks the types of the whole checkout. Counts as one test. */
export async function typeCheck(): Promise<Tally> {
  return one(await show(bin('tsc'), ['--noEmit']));
}

/**
 * Checks lint rules and formatting, spelling, and unused files, exports and dependencies. Each of the three counts as
 * one test.
 */
export async function lint(): Promise<Tally> {
  const formatted = await show(bin('biome'), ['check', '--error-on-warnings', '--diagnostic-level=warn']);
  const spelled = await show(bin('cspell'), ['lint', '--no-progress', '--no-summary', '**']);
  const used = await show(bin('knip'), ['--no-progress', '--no-config-hints']);
  return [formatted, spelled, used].map(one).reduce((sum, each) => ({
    passed: sum.passed + each.passed,
    failed: sum.failed + each.failed,
  }));
}

/** Runs the unit tests. `filters` are parts of file names, or options of Vitest. */
export async function unitTests(scratch: string, filters: string[] = [], env: Variables = {}): Promise<Tally> {
  const report = freshReport(scratch, 'unit.json');
  const options = ['run', '--passWithNoTests', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const ok = await show(bin('vitest'), [...options, ...filters], env);
  const result = readReport(report);
  const files: { status: string; assertionResults: unknown[] }[] = result?.testResults ?? [];
  const broken = files.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  return account(ok, { passed: result?.numPassedTests ?? 0, failed: (result?.numFailedTests ?? 0) + broken });
}

/** Runs one project of playwright.config.ts against the service that `env` describes. */
export async function serviceTests(project: string, filters: string[], env: Variables): Promise<Tally> {
  const report = freshReport(resultsFolder, `${project}.json`);
  const options = ['test', `--project=${project}`, '--reporter=dot,json', '--pass-with-no-tests'];
  const output = { PLAYWRIGHT_JSON_OUTPUT_NAME: report, TEST_OUTPUT_DIR: join(resultsFolder, project) };
  const ok = await show(bin('playwright'), [...options, ...filters], { ...env, ...output });
  const { stats, errors } = readReport(report) ?? {};
  const failed = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0) + (errors?.length ?? 0);
  return account(ok, { passed: stats?.expected ?? 0, failed });
}

/** Counts one failure for a runner that fails without naming a failed test. */
function account(ok: boolean, tally: Tally): Tally {
  return ok || tally.failed > 0 ? tally : { ...tally, failed: 1 };
}

function one(ok: boolean): Tally {
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Runs a program and shows its output. Returns whether it succeeded. */
function show(command: string, args: string[], env: Variables = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    const stopWithUs = () => child.kill('SIGTERM');
    process.once('exit', stopWithUs);
    child.once('error', () => resolve(false));
    child.once('exit', (code) => {
      process.off('exit', stopWithUs);
      resolve(code === 0);
    });
  });
}

function freshReport(folder: string, name: string): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  return file;
}

function readReport(file: string) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
