import { expect, test } from 'vitest';
import { worseBecause } from './worse.ts';

interface Counts {
  accepted?: number;
  failed?: number;
  sampled?: number;
  bounced?: number;
}

const side = (name: string, counts: Counts) => ({
  ...{ integrationId: name, name, accepted: 0, failed: 0, sampled: 0, delivered: 0, bounced: 0 },
  ...counts,
});

const judge = (next: Counts, former: Counts = {}) =>
  worseBecause({ margin: 5, minMessages: 20, former: side('SES', former), next: side('Postmark', next) });

test.each<[string, Counts, Counts, string | undefined]>([
  ['nothing was sent', {}, {}, undefined],
  ['both are faultless', { accepted: 500 }, { accepted: 9500 }, undefined],
  ['too few messages', { accepted: 0, failed: 19 }, { accepted: 900 }, undefined],
  [
    'just enough messages',
    { accepted: 19, failed: 1 },
    { accepted: 1000 },
    'Attempts that failed at Postmark: 1 of 20 (5%); SES: 0 of 1,000 (0%)',
  ],
  ['less than the margin', { accepted: 952, failed: 48 }, { accepted: 1000 }, undefined],
  ['the old one fails as often', { accepted: 50, failed: 50 }, { accepted: 54, failed: 46 }, undefined],
  [
    'the old one sent nothing',
    { accepted: 0, failed: 20 },
    {},
    'Attempts that failed at Postmark: 20 of 20 (100%); SES: 0 of 0 (0%)',
  ],
  [
    'its messages bounce',
    { accepted: 40, sampled: 40, bounced: 4 },
    { accepted: 400, sampled: 400, bounced: 4 },
    'Messages that bounced after Postmark: 4 of 40 (10%); SES: 4 of 400 (1%)',
  ],
  ['few of its messages are known', { accepted: 40, sampled: 19, bounced: 19 }, {}, undefined],
])('if %s', (_, next, former, why) => {
  expect(judge(next, former)).toBe(why);
});
