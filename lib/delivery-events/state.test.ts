import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testSeed } from '#testing/seed.ts';
import { EVENT_KIND_NAMES, EVENT_KINDS } from './kinds.ts';
import { type StateEvent, stateOf } from './state.ts';

const START = Date.UTC(2026, 4, 3, 12);

const event = (kind: StateEvent['kind'], seconds: number, more: Partial<StateEvent> = {}): StateEvent => ({
  id: `${kind}-${seconds}`,
  kind,
  bounce: null,
  occurredAt: new Date(START + seconds * 1000),
  ofCopy: false,
  ...more,
});

test.each<[StateEvent[], StateEvent['kind'] | undefined, number | undefined]>([
  [[], undefined, undefined],
  [[event('accepted', 0), event('delayed', 1)], undefined, undefined],
  [[event('accepted', 0), event('delivered', 2), event('opened', 9)], 'delivered', 2],
  [[event('delivered', 2), event('complained', 90)], 'complained', 2],
  [[event('bounced', 1), event('delivered', 60)], 'delivered', 60],
  [[event('delivered', 2), event('bounced', 300)], 'bounced', 2],
  [[event('delivered', 2), event('bounced', 2)], 'bounced', 2],
  [[event('delivered', 5), event('delivered', 3)], 'delivered', 3],
  [[event('delivered', 2), event('bounced', 9, { ofCopy: true })], 'delivered', 2],
])('%#: the last decisive event leads', (events, decisive, deliveredAfter) => {
  const state = stateOf(events);
  expect(state.decisive?.kind).toBe(decisive);
  expect(state.deliveredAt?.getTime()).toBe(deliveredAfter === undefined ? undefined : START + deliveredAfter * 1000);
});

const anyEvent = fc
  .record({
    id: fc.integer({ min: 0, max: 12 }),
    kind: fc.constantFrom(...EVENT_KIND_NAMES),
    seconds: fc.integer({ min: 0, max: 5 }),
    ofCopy: fc.boolean(),
  })
  .map(({ id, kind, seconds, ofCopy }) => event(kind, seconds, { id: String(id), ofCopy }));
/** Events with the same ID are the same event. */
const anyEvents = fc.uniqueArray(anyEvent, { selector: ({ id }) => id, maxLength: 12 });

test('any order, and any repetition, of the same events has the same state', () => {
  const shuffled = anyEvents.chain((events) =>
    fc.tuple(fc.constant(events), fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 })),
  );
  fc.assert(
    fc.property(shuffled, ([events, mixed]) => {
      expect(stateOf(mixed)).toEqual(stateOf(events));
    }),
    { seed: testSeed(), numRuns: 10_000 },
  );
});

test('no decisive event is lost, and none of a copy counts', () => {
  fc.assert(
    fc.property(anyEvents, (events) => {
      const { reports, decisive, deliveredAt } = stateOf(events);
      const own = events.filter(({ ofCopy }) => !ofCopy);
      const expected = own.filter(({ kind }) => EVENT_KINDS[kind].isDecisive);
      expect(new Set(reports)).toEqual(new Set(expected));
      for (const { occurredAt } of expected)
        expect(decisive?.occurredAt.getTime()).toBeGreaterThanOrEqual(occurredAt.getTime());
      expect(deliveredAt !== undefined).toBe(own.some(({ kind }) => kind === 'delivered'));
    }),
    { seed: testSeed(), numRuns: 2_000 },
  );
});
