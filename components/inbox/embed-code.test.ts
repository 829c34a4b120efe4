import { expect, test } from 'vitest';
import { embedCode } from './embed-code.ts';

const embedding = { origin: 'https://belfry.example.com', applicationIdentifier: 'e1', subscriberId: 'a"&b' };

test('the tag has the chosen subscriber, and all codes have the environment', () => {
  const codes = embedCode(embedding);
  expect(codes['One tag']).toContain('subscriber-id="a&quot;&amp;b"');
  expect(Object.values(codes)).toEqual(Array.from({ length: 4 }, () => expect.stringContaining('e1')));
});
