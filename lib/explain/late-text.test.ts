import { expect, test } from 'vitest';
import { lateText } from './late-text.ts';
import type { Explanation } from './schema.ts';

const answer = (late: Explanation['late'], type = 'email') => ({ late, decisive: { step: { type } } }) as Explanation;

test('the sentence compares with what is usual', () => {
  const late = { afterMs: 42 * 60_000, usualMs: 2_000 };
  expect(lateText(answer(late))).toBe(
    'The email message was sent 42 min after its step began. Sending usually takes 2.0 s.',
  );
  expect(lateText(answer(late, 'delay'))).toBeUndefined();
  expect(lateText(answer(undefined))).toBeUndefined();
});
