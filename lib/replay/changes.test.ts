import { expect, test } from 'vitest';
import { replaySentence } from './changes.ts';

const NONE = { rejected: 0, fails: 0, skipped: 0, sent: 0, texts: 0, other: 0 };

test.each([
  [
    200,
    { skipped: 3, fails: 1, texts: 12 },
    'Of 200 runs, 1 would fail, 3 would now be skipped and 12 would have changed texts.',
  ],
  [1, { texts: 1 }, 'Of 1 run, 1 would have a changed text.'],
  [7, { rejected: 2, other: 1 }, 'Of 7 runs, 2 would be rejected and 1 would differ in waits, requests or results.'],
  [1, {}, 'The run would be the same.'],
  [20, {}, 'All 20 runs would be the same.'],
  [0, {}, 'No run could be replayed.'],
])('%i runs: %j', (runs, changes, sentence) => {
  expect(replaySentence({ runs, changes: { ...NONE, ...changes } })).toBe(sentence);
});
