import { expect, test } from 'vitest';
import type { Explanation } from '#lib/explain/schema.ts';
import type { OutcomeSummary } from '#lib/notifications/list/run-summary.ts';
import { WITHHELD } from '#lib/reasons/withheld.ts';
import { momentText } from '#lib/time/time.ts';
import { namedRun } from './explain-form.tsx';
import { withEvidence } from './use-revealed.ts';

const ID = '6ba1f3d00000000000000002';
const AT = '2026-05-03T12:00:00.000Z';
const evidence = { provider: 'Twilio', words: WITHHELD, attempt: 1 };
const ANSWER = {
  subscriber: { subscriberId: 'jane', firstName: 'Jane' },
  decisive: {
    run: { _id: ID, transactionId: 'order-1', createdAt: AT, workflow: { name: 'Receipt' } },
    step: { _id: 'job', name: 'Text', type: 'sms' },
    reason: { code: 'provider_rejected', evidence },
  },
  evidence: [{ field: 'words', label: 'Words', value: WITHHELD }],
} as unknown as Explanation;

test('a run found by its ID is named by its recipient and time, and a person is not', () => {
  const called = `Jane, run on ${momentText(AT)}`;
  for (const query of [ID, 'order-1']) expect(namedRun(query, ANSWER)).toBe(called);
  for (const query of ['jane', 'jane@shop.example']) expect(namedRun(query, ANSWER)).toBeUndefined();
  const { run: _, ...decisive } = ANSWER.decisive;
  expect(namedRun(ID, { ...ANSWER, decisive })).toBeUndefined();
});

const REVEALED = { status: 'failed', steps: [] } satisfies OutcomeSummary;

test('withheld texts of a step are shown after the run is revealed', () => {
  const reason = { code: 'provider_rejected', evidence: { ...evidence, words: 'no' } };
  const revealed = withEvidence(ANSWER, {
    jobs: [{ _id: 'other' }, { _id: 'job', reason }] as never,
    summary: REVEALED,
  });
  expect(revealed.decisive.reason).toEqual(reason);
  expect(revealed.decisive.runSummary).toBeUndefined();
  const aboutRun = { ...ANSWER, decisive: { ...ANSWER.decisive, runSummary: { status: 'sent' as const, steps: [] } } };
  const whole = withEvidence(aboutRun, { jobs: [{ _id: 'job', reason }] as never, summary: REVEALED });
  expect(whole.decisive.runSummary).toBe(REVEALED);
  expect(revealed.evidence).toEqual([{ field: 'words', label: 'Words', value: 'no' }]);
  expect(withEvidence(ANSWER, { jobs: [], summary: REVEALED })).toBe(ANSWER);
});
