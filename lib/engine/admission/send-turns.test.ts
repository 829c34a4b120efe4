import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type SendRate, takeTurns } from './send-turns.ts';

const NOW = 1_764_000_000_000;
const FRESH: SendRate = { paidUntil: 0, lineUntil: 0 };
const first = (count: number) => Array<boolean>(count).fill(false);

test('the first messages are sent immediately, and others get turns at the rate of the limit', () => {
  const { waits } = takeTurns(FRESH, { messagesPerSecond: 10, hasTurn: first(6), now: NOW });
  expect(waits.map((wait) => wait && wait - NOW)).toEqual([undefined, undefined, 200, 300, 400, 500]);
});

test('a later message gets a turn after the waiting ones, and a message with a turn keeps it', () => {
  const { rate } = takeTurns(FRESH, { messagesPerSecond: 10, hasTurn: first(20), now: NOW });
  const now = NOW + 300;
  const { waits } = takeTurns(rate, { messagesPerSecond: 10, hasTurn: [false, true], now });
  expect(waits.map((wait) => wait && wait - NOW)).toEqual([2000, undefined]);
});

test('a missed turn is repeated soon', () => {
  const { rate } = takeTurns(FRESH, { messagesPerSecond: 1, hasTurn: first(1), now: NOW });
  const { waits } = takeTurns(rate, { messagesPerSecond: 1, hasTurn: [true, true], now: NOW + 100 });
  expect(waits.map((wait) => wait && wait - NOW)).toEqual([900, 1900]);
});

test('a wait of more than ten minutes is checked again after ten', () => {
  const { waits } = takeTurns(FRESH, { messagesPerSecond: 0.01, hasTurn: first(100), now: NOW });
  expect(Math.max(...waits.map((wait) => wait ?? 0)) - NOW).toBe(600_000);
});

test('no period has more messages than the limit plus those of 0.1 s', () => {
  const perSecond = fc.oneof(fc.double({ min: 0.01, max: 5, noNaN: true }), fc.integer({ min: 1, max: 10_000 }));
  const asking = fc.array(
    fc.record({ afterMs: fc.integer({ min: 0, max: 2_000 }), hasTurn: fc.array(fc.boolean(), { maxLength: 40 }) }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(perSecond, asking, (messagesPerSecond, calls) => {
      let rate = FRESH;
      let now = NOW;
      const sent: number[] = [];
      for (const { afterMs, hasTurn } of calls) {
        now += afterMs;
        const turns = takeTurns(rate, { messagesPerSecond, hasTurn, now });
        rate = turns.rate;
        for (const wait of turns.waits) {
          if (wait === undefined) sent.push(now);
          else expect(wait).toBeGreaterThan(now);
        }
      }
      for (const [from, begin] of sent.entries()) {
        const end = sent.at(-1) ?? begin;
        const allowed = 1 + ((end - begin + 100) / 1000) * messagesPerSecond;
        expect(sent.length - from).toBeLessThanOrEqual(allowed + 1e-6);
      }
    }),
  );
});
