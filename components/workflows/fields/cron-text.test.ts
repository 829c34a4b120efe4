import { expect, test } from 'vitest';
import { cronText } from '#lib/time/cron-text.ts';
import { cronDescription } from './cron-description.ts';

const NOW = new Date('2026-06-15T12:00:00.000Z');

test.each(['0 18 * * *', '30 8 * * 1', '0 9 * * 0', '0 9 * * 7', '5 9 * * 1-5', '0 9 1 * *', ' 0  9 15 * * '])(
  'a summary has the words of the field for %s',
  (cron) => {
    expect(cronDescription(cron, NOW)).toMatchObject({ text: cronText(cron) });
  },
);

test.each(['*/5 * * * *', '0 9 1 * 1', '0 9 * 6 *', '0 9 * * 1,3', 'nonsense', ''])('%j has no short words', (cron) => {
  expect(cronText(cron)).toBeUndefined();
});
