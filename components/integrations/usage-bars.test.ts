import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_HEIGHT, dayHeights } from './usage-bars.ts';

test('one failure among ten thousand messages is visible, and so is one message next to failures', () => {
  expect(dayHeights([{ sent: 9_999, failed: 1 }])).toEqual([{ failed: 4, sent: 52 }]);
  expect(dayHeights([{ sent: 1, failed: 9_999 }])).toEqual([{ failed: 54, sent: 2 }]);
  expect(
    dayHeights([
      { sent: 10, failed: 10 },
      { sent: 0, failed: 0 },
    ]),
  ).toEqual([
    { failed: 28, sent: 28 },
    { failed: 0, sent: 0 },
  ]);
});

test('no bar is higher than the chart, and each count above zero has a height', () => {
  const count = fc.oneof(fc.constant(0), fc.nat({ max: 1_000_000 }));
  fc.assert(
    fc.property(fc.array(fc.record({ sent: count, failed: count }), { minLength: 1, maxLength: 7 }), (days) => {
      for (const [at, { sent, failed }] of dayHeights(days).entries()) {
        expect(sent + failed).toBeLessThanOrEqual(DAY_HEIGHT);
        expect([sent > 0, failed > 0]).toEqual([(days[at]?.sent ?? 0) > 0, (days[at]?.failed ?? 0) > 0]);
      }
    }),
  );
});
