import { expect, test } from 'vitest';
import { reasonFor } from '#lib/reasons/registry.ts';
import { hasMore } from './line-evidence.tsx';
import { storyOf } from './step-story.ts';

const ABOUT = { addresses: ['jane@shop.example'] };

function line(evidence: object) {
  const reason = reasonFor('provider_rejected', { provider: 'SendGrid', attempt: 1, words: 'no', ...evidence });
  const job = { executionDetails: [{ detail: 'x', status: 'Failed', reason }] };
  return storyOf(job as never, undefined)[0] as ReturnType<typeof storyOf>[number];
}

test('evidence that a message’s facts contain is not repeated', () => {
  const known = ['SendGrid', 'jane@shop.example'];
  expect(hasMore(line({ address: 'j•••@shop.example' }), ABOUT)).toBe(true);
  expect(hasMore(line({ address: 'j•••@shop.example' }), ABOUT, known)).toBe(false);
  expect(hasMore(line({ address: 'b•••@shop.example' }), ABOUT, known)).toBe(true);
  expect(hasMore(line({ status: 400 }), ABOUT, known)).toBe(true);
});
