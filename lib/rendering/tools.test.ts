import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countedSegments, smsSegments } from './tools.ts';

test('the fast count of segments equals the exact one', () => {
  const character = fc.constantFrom(...'abcXYZ019 \n@£$!"#%&\'()*+,-./:;<=>?_', '€', '{', 'ä', '→', '😀', '\r\n');
  const text = fc.oneof(
    fc.string({ unit: character, minLength: 1, maxLength: 340 }),
    fc.string({ unit: fc.constantFrom(...'ab 1_$£@"'), minLength: 1, maxLength: 480 }),
  );
  fc.assert(
    fc.property(text, (given) => {
      expect(smsSegments(given)).toEqual(countedSegments(given));
    }),
    { numRuns: 2_000 },
  );
  for (const length of [1, 159, 160, 161, 306, 307, 459, 460]) {
    const given = 'x'.repeat(length);
    expect(smsSegments(given), `${length}`).toEqual(countedSegments(given));
  }
});
