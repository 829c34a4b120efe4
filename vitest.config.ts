import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { testSeed } from './testing/seed.ts';

const tests = '{app,components,lib,prisma,scripts}/**/*.test.{ts,tsx}';
const generated = ['**/node_modules/**', 'prisma/generated/**'];
const containing = (pattern: RegExp) =>
  globSync(tests, { exclude: generated }).filter((file) => pattern.test(readFileSync(file, 'utf8')));

/** Tests with a separate database. */
const stored = containing(/\b(start|own)ScratchDatabase\b/);
/** Tests that replace modules, globals or clocks. They run isolated from other tests too. */
const replacing = containing(
  /\bvi\.(mock|doMock|hoisted|resetModules|stub\w+|spyOn|useFakeTimers)\(|\bprocess\.env\b/,
).filter((file) => !stored.includes(file));

/** These begin first, so that none of them runs alone at the end. The others follow, the longest or largest first. */
const longest = ['interleavings', 'worker-process', 'maintenance', 'fanout-kills', 'poison'].map(
  (name) => `/${name}.test.ts`,
);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const index = longest.findIndex((name) => moduleId.endsWith(name));
      return index < 0 ? longest.length : index;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

/** Unit tests, without services. Playwright runs the tests of a running Belfry (playwright.config.ts). */
export default defineConfig({
  test: {
    // `record-calls.ts` is for the mutation tests (bench/mutation).
    setupFiles: ['scripts/seed-properties.ts', ...(process.env.RECORD_CALLS ? ['bench/mutation/record-calls.ts'] : [])],
    sequence: { sequencer: LongestFirst },
    // Tests with a database wait for it or for processes most of the time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    env: {
      TEST_SEED: String(testSeed()),
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 1).toString('base64')}`,
      AUTH_SECRET: 'test-secret-test-secret-test-secret',
    },
    // On a busy machine everything takes several times as long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      // One module graph for all files of a worker, because loading the same modules again took most of the time.
      {
        extends: true,
        test: { name: 'unit', include: [tests], exclude: [...generated, ...stored, ...replacing], isolate: false },
      },
      { extends: true, test: { name: 'alone', include: replacing, exclude: generated } },
      {
        extends: true,
        test: { name: 'database', include: stored, exclude: generated, globalSetup: 'scripts/scratch-template.ts' },
      },
    ],
  },
});
