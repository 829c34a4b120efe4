import { expect, test } from 'vitest';
import { Recorder } from './recorder.ts';
import type { Attempted } from './rows.ts';

const NOW = new Date();

/** Returns a database that responds when the test allows it. */
function slowDatabase() {
  const statements: { environmentId: string; jobIds: string[]; answer: () => void }[] = [];
  const write = (environmentId: string, attempted: readonly Attempted[]) =>
    new Promise<Set<string>>((resolve) => {
      const jobIds = attempted.map(({ work }) => work.jobId);
      statements.push({ environmentId, jobIds, answer: () => resolve(new Set(jobIds)) });
    });
  return { statements, recorder: new Recorder('worker', () => NOW, write as never) };
}

const attempted = (environmentId: string, jobId: string) =>
  ({ work: { environmentId, jobId }, records: { hasActiveSibling: false } }) as Attempted;

test('a few statements run simultaneously for any number of environments, and each gets its turn', async () => {
  const { statements, recorder } = slowDatabase();
  const names = Array.from({ length: 20 }, (_, n) => `environment-${n}`);
  const recorded = Promise.all(names.map((name) => recorder.record(attempted(name, `job of ${name}`))));
  const seen: string[] = [];
  for (let open = 0; seen.length < names.length; ) {
    await expect.poll(() => statements.length).toBeGreaterThan(open);
    expect(statements.length - open).toBeLessThanOrEqual(4);
    const next = statements[open++];
    seen.push(next?.environmentId ?? '');
    next?.answer();
  }
  expect(seen.toSorted()).toEqual(names.toSorted());
  expect(await recorded).toEqual(Array(20).fill(true));
});

test('one environment has at most two statements, so that others are written too', async () => {
  const { statements, recorder } = slowDatabase();
  const busy = Array.from({ length: 450 }, (_, n) => recorder.record(attempted('busy', `job-${n}`)));
  const other = recorder.record(attempted('other', 'job'));
  await expect.poll(() => statements.map(({ environmentId }) => environmentId)).toEqual(['busy', 'busy', 'other']);
  statements[2]?.answer();
  expect(await other).toBe(true);
  for (let open = 0; open < statements.length; open++) {
    statements[open]?.answer();
    await new Promise(setImmediate);
  }
  expect(await Promise.all(busy)).toEqual(Array(450).fill(true));
  expect(statements.flatMap(({ jobIds }) => jobIds)).toHaveLength(451);
});
