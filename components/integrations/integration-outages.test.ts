import { expect, test } from 'vitest';
import { outageText } from './integration-outages.tsx';

const openedAt = '2026-11-27T05:53:00.000Z';
const closedAt = '2026-11-27T05:54:00.000Z';

test.each([
  [{ closedAt, late: 6, failed: 0 }, '1 min. At its end, 6 messages waited and 0 had failed'],
  [{ closedAt, late: 1, failed: 1_200 }, '1 min. At its end, 1 message waited and 1,200 had failed'],
  [{ closedAt }, '1 min'],
  [{}, 'still not reachable'],
])('an outage of %o is “%s”', (known, text) => {
  expect(outageText({ openedAt, words: 'refused', ...known })).toBe(text);
});
