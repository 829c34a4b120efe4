/**
 * The seed for all randomness in a test run: properties, generated rows, fuzzed requests. One seed for the whole run;
 * it is printed, and TEST_SEED repeats it.
 */
export function testSeed(): number {
  if (process.env.TEST_SEED === undefined) {
    process.env.TEST_SEED = String(Date.now() % 2 ** 31);
    console.log(`TEST_SEED=${process.env.TEST_SEED} repeats what is random in this run.`);
  }
  return Number(process.env.TEST_SEED);
}
