/**
 * A setup file of Vitest: writes the functions of `lib` that a test file called, and its duration, into the folder
 * `RECORD_CALLS`.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';

/** The record of one test file. */
export interface CallRecord {
  test: string;
  ms: number;
  /** Names of functions by file. */
  called: Record<string, string[]>;
}

const folder = process.env.RECORD_CALLS ?? '.';
const shared = globalThis as typeof globalThis & { coverageSession?: Session };
const session = shared.coverageSession ?? (await startedSession());
shared.coverageSession = session;
// Counts start again with each call.
await session.post('Profiler.takePreciseCoverage');
const started = performance.now();

afterAll(async () => {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const called: CallRecord['called'] = {};
  for (const { url, functions } of result) {
    const file = relative(process.cwd(), url.startsWith('file:') ? fileURLToPath(url) : url);
    if (!file.startsWith('lib/') || file.includes('.test.')) continue;
    const names = functions.flatMap(({ functionName, ranges }) => (ranges[0]?.count ? functionName || [] : []));
    if (names.length > 0) called[file] = [...new Set([...(called[file] ?? []), ...names])];
  }
  const test = relative(process.cwd(), expect.getState().testPath ?? '');
  const record: CallRecord = { test, ms: Math.round(performance.now() - started), called };
  const name = createHash('sha256').update(test).digest('hex').slice(0, 16);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(record));
});

async function startedSession(): Promise<Session> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return session;
}
