import fc from 'fast-check';
import { testSeed } from '#testing/seed.ts';

/** Every runner of property tests imports this file. fast-check prints the seed of a failure, and TEST_SEED sets it. */
fc.configureGlobal({ seed: testSeed() });
