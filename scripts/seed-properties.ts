import fc from 'fast-check';
import { testSeed } from './test-seed.ts';

/** Imported by whatever runs properties: fast-check tells the seed with a failure, and TEST_SEED sets it. */
fc.configureGlobal({ seed: testSeed() });
