import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BouncedOrDelivered, fifthSoftBounce } from './streak.ts';

let made = 0;

/** "s" a soft bounce, "d" a delivery, "h" a hard bounce, "b" a block: one message each, a minute apart. */
function series(letters: string): BouncedOrDelivered[] {
  const bounces: Record<string, string> = { s: 'soft', h: 'hard', b: 'block' };
  return letters
    .split(' ')
    .filter(Boolean)
    .map((letter, minute) => {
      made += 1;
      const kind = letter === 'd' ? 'delivered' : 'bounced';
      return {
        ...{ id: `e${made}`, messageId: `m${made}`, kind, bounce: bounces[letter] ?? null },
        occurredAt: new Date(minute * 60_000),
      };
    });
}

test.each([
  ['s s s s s', 4],
  ['s s s s', undefined],
  ['s s s d s s', undefined],
  ['s s s d s s s s s', 8],
  // The address is not the cause of a block.
  ['b b b b b b b b', undefined],
  ['s s b s s b s', 6],
  ['d s s s s s d', 5],
])('%s suppresses at %s', (letters, at) => {
  const events = series(letters);
  expect(fifthSoftBounce(events)).toBe(at === undefined ? undefined : events[at]);
});

test('several soft bounces of one message count once, and its delivery after them ends the series', () => {
  const events = series('s s s s s');
  const [first] = events;
  expect(fifthSoftBounce(events.map((event) => ({ ...event, messageId: first?.messageId ?? '' })))).toBeUndefined();
  const later = { ...series('d')[0], messageId: events[2]?.messageId, occurredAt: new Date(150_000) };
  expect(fifthSoftBounce([...events, later as BouncedOrDelivered])).toBeUndefined();
});

test('order and repetition change nothing', () => {
  const letters = fc.array(fc.constantFrom('s', 's', 's', 'd', 'b'), { maxLength: 14 });
  fc.assert(
    fc.property(letters, fc.infiniteStream(fc.nat()), (chosen, numbers) => {
      const events = series(chosen.join(' '));
      const keys = new Map(events.map((event) => [event, numbers.next().value]));
      const shuffled = events.toSorted((a, b) => Number(keys.get(a)) - Number(keys.get(b)));
      expect(fifthSoftBounce([...shuffled, ...shuffled])).toEqual(fifthSoftBounce(events));
    }),
  );
});
