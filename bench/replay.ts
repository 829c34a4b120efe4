/**
 * Compares replays with the real runs before them, on random cases in a separate database.
 *
 *   node bench/replay.ts [cases = 500] [seed]
 */
import { answerOf, replayRandomCases } from '#testing/replay.ts';
import { runRandomCases } from './random-cases.ts';

await runRandomCases({
  cases: 500,
  vendor: answerOf,
  compare: replayRandomCases,
  describe: ({ cases, drafts, differences }, time) =>
    `${cases} cases and ${drafts} of drafts in ${time}, ${differences.length} of them differ`,
});
