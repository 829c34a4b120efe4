import { expect, test } from 'vitest';
import type { Recovery, RecoveryPreview } from '#lib/recoveries/schema.ts';
import { arrivedText, previewRows, previewTitle, progressText, recoveryResults } from './recovery-text.ts';

const DELETED = { reason: 'the workflow was deleted', count: 12 };
const PREVIEW: RecoveryPreview = {
  ...{ total: 61, failed: 61, retryable: 49, wouldSend: 31, wouldWait: 4, mayHaveArrived: 0, isPartial: false },
  likelyToFail: [
    { code: 'provider_rejected', count: 5 },
    { code: 'provider_auth', count: 1 },
  ],
  wouldSkip: [
    { code: 'preference_global', count: 2 },
    { code: 'suppressed', count: 1 },
  ],
  wouldFail: [{ code: 'provider_auth', count: 5 }],
  notRetryable: [DELETED],
};
const NONE = { wouldSkip: [], likelyToFail: [], wouldFail: [], notRetryable: [] };
const NOTHING = { retryable: 0, wouldSend: 0, wouldWait: 0, ...NONE };
const rowsOf = (preview: RecoveryPreview) =>
  previewRows(preview).map(({ count, text, isPart }) => `${isPart ? '- ' : ''}${count} ${text}`);

test('a dry count names each group with its causes', () => {
  expect(previewTitle(PREVIEW)).toBe('61 failed runs match the filters:');
  expect(rowsOf(PREVIEW)).toEqual([
    '49 are retried, of which:',
    '- 31 expected to be sent',
    '- 4 expected to wait: the provider is unavailable now',
    '- 11 expected to fail again: credentials refused (6) and refused by the provider (5)',
    '- 3 expected to be skipped: switched off for all workflows (2) and address suppressed (1)',
    '12 are excluded: the workflow was deleted',
  ]);
  expect(rowsOf({ ...PREVIEW, ...NOTHING, notRetryable: [{ ...DELETED, count: 1 }] })).toEqual([
    '0 are retried',
    '1 is excluded: the workflow was deleted',
  ]);
  expect(previewTitle({ ...PREVIEW, ...NOTHING, total: 0, failed: 0 })).toBe('No failed run matches the filters.');
  expect(previewTitle({ ...PREVIEW, total: 12_000, failed: 1000, isPartial: true })).toBe(
    '12,000 failed runs match the filters. Of the newest 1,000, which were checked:',
  );
});

test('a dry count warns about messages that may have arrived already', () => {
  expect(arrivedText(PREVIEW)).toBeUndefined();
  expect(arrivedText({ ...PREVIEW, mayHaveArrived: 1 })).toBe(
    'In 1 run, the message may have arrived already: the outcomes of earlier attempts are unknown. A retry may send it again.',
  );
  expect(arrivedText({ ...PREVIEW, mayHaveArrived: 12, isPartial: true })).toMatch(/^In at least 12 runs, the message/);
});

test('progress and result have the numbers of the count', () => {
  const recovery = {
    status: 'running',
    total: 61,
    retried: 17,
    skipped: 3,
    notRetried: [DELETED],
  } as unknown as Recovery;
  expect(progressText(recovery)).toBe('Retrying 61 failed runs: 17 retried, 3 excluded, 41 to go');
  expect(progressText({ ...recovery, status: 'done', retried: 49, skipped: 12 })).toBe(
    '61 failed runs: 49 retried, 12 excluded: the workflow was deleted',
  );
  expect(progressText({ ...recovery, status: 'done', retried: 61, skipped: 0, notRetried: [] })).toBe(
    '61 failed runs: 61 retried',
  );
  expect(progressText({ ...recovery, status: 'stopped' })).toBe(
    'Stopped. 61 failed runs: 17 retried, 3 excluded: the workflow was deleted, 41 not reached',
  );
});

test('each result of the retried runs leads to these runs', () => {
  const results = { sent: 1_380, failed: 20, skipped: 0, running: 3 };
  const found = recoveryResults({ _id: 'r1', results });
  expect(found.map(({ text, query }) => ({ text, query: decodeURIComponent(query) }))).toEqual([
    { text: '1,380 sent', query: 'range=90d&recovery=r1&status=sent' },
    { text: '20 failed again', query: 'range=90d&recovery=r1&status=failed' },
    { text: '3 still running', query: 'range=90d&recovery=r1&status=queued,running,waiting,stuck' },
  ]);
  expect(recoveryResults({ _id: 'r1' })).toEqual([]);
});
