import fc from 'fast-check';
import { testSeed } from '#testing/seed.ts';

/** Imported by everything that runs property tests. fast-check prints the seed of a failure, and TEST_SEED sets it. */
fc.configureGlobal({ seed: testSeed() });
