import { expect, test } from 'vitest';
import type { Recovery, RecoveryPreview } from '#lib/recoveries/schema.ts';
import { previewSentences, progressText } from './recovery-text.ts';

const PREVIEW: RecoveryPreview = {
  ...{ total: 61, failed: 61, retryable: 49, wouldSend: 41, isPartial: false },
  wouldSkip: [
    { code: 'preference_global', count: 2 },
    { code: 'suppressed', count: 1 },
  ],
  wouldFail: [{ code: 'provider_auth', count: 5 }],
  notRetryable: [{ reason: 'the workflow was deleted', count: 12 }],
};
const NOTHING = { wouldSend: 0, wouldSkip: [], wouldFail: [], notRetryable: [] };

test('a dry count names each group with its causes', () => {
  expect(previewSentences(PREVIEW)).toEqual([
    '41 would be sent.',
    '3 would be skipped: switched off for all workflows (2) and address suppressed (1).',
    '5 would fail again: credentials refused.',
    '12 cannot be retried: the workflow was deleted.',
  ]);
  expect(previewSentences({ ...PREVIEW, ...NOTHING })).toEqual(['None would be sent.']);
  expect(previewSentences({ ...PREVIEW, ...NOTHING, total: 0, failed: 0 })).toEqual([
    'No failed run matches the filters.',
  ]);
  expect(previewSentences({ ...PREVIEW, total: 12_000, failed: 1000, isPartial: true })[0]).toBe(
    '12,000 failed runs match, and the newest 1,000 were counted:',
  );
});

test('progress and result are one line', () => {
  const recovery = { status: 'running', total: 412, retried: 117, skipped: 3 } as Recovery;
  expect(progressText(recovery)).toBe('Retrying failed runs: 120 of 412, 3 skipped');
  expect(progressText({ ...recovery, status: 'done', retried: 412, skipped: 0 })).toBe('412 failed runs retried');
  expect(progressText({ ...recovery, status: 'stopped' })).toBe(
    'Stopped after 120 of 412 failed runs: 117 retried, 3 skipped',
  );
});
