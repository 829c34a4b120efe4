import { expect, test } from 'vitest';
import type { OpenBreaker } from '#lib/engine/run-context.ts';
import type { BreakerRows } from './breaker-rows.ts';
import { Breakers } from './breakers.ts';

const NOW = new Date('2026-11-26T12:00:00.000Z');
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

/** Returns the rows of breakers with one breaker in memory. */
function rowOf(breaker: OpenBreaker | undefined): BreakerRows & { row: OpenBreaker | undefined } {
  return {
    row: breaker,
    async takeProbe(_environment, _id, now, next) {
      if (!this.row || this.row.probeAt > now) return false;
      this.row = { ...this.row, probeAt: next };
      return true;
    },
    async open(_environment, _id, opened) {
      this.row = opened;
      return true;
    },
    async close() {
      this.row = undefined;
      return true;
    },
  };
}

test('one attempt of a batch probes, the others know of it, and the loaded state stays unchanged', async () => {
  const breaker = Object.freeze({ openedAt: NOW, probeAt: after(30), words: 'refused' });
  const breakers = new Breakers(rowOf(breaker));
  const guarded = Object.freeze({ environmentId: 'environment', id: 'integration', name: 'Twilio', breaker });
  const held = await Promise.all([1, 2, 3].map(() => breakers.hold(guarded, after(31))));
  expect(held).toEqual([undefined, after(61), after(61)]);
  expect(breakers.heldUntil(guarded, after(32))).toEqual(after(61));
  expect(breakers.withLatestProbe(guarded)).toEqual({ ...breaker, probeAt: after(61) });
  expect(breaker.probeAt).toEqual(after(30));
  await breakers.record(guarded, undefined, after(33));
  expect(breakers.heldUntil({ ...guarded, breaker: undefined }, after(34))).toBeUndefined();
});

test('one of two workers probes', async () => {
  const breaker = { openedAt: NOW, probeAt: after(30), words: 'refused' };
  const rows = rowOf(breaker);
  const guarded = { environmentId: 'environment', id: 'integration', name: 'Twilio', breaker };
  const held = await Promise.all([1, 2].map(() => new Breakers(rows).hold(guarded, after(31))));
  expect(held.toSorted()).toEqual([after(61), undefined]);
});
