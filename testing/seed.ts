/**
 * Returns the seed for all randomness in a test run: properties, generated rows, fuzzed requests. A run has one seed,
 * which is printed and can be repeated with TEST_SEED.
 */
export function testSeed(): number {
  if (process.env.TEST_SEED === undefined) {
    process.env.TEST_SEED = String(Date.now() % 2 ** 31);
    console.log(`TEST_SEED=${process.env.TEST_SEED} repeats the random values of this run.`);
  }
  return Number(process.env.TEST_SEED);
}
