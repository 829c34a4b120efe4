import fc from 'fast-check';
import { testSeed } from '#testing/seed.ts';

/**
 * All runners of property tests import this file. fast-check prints the seed of a failure, and TEST_SEED sets the seed.
 */
fc.configureGlobal({ seed: testSeed() });
