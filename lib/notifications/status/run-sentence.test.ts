import { expect, test } from 'vitest';
import type { OutcomeSummary } from '#lib/notifications/list/run-summary.ts';
import { failedWords, outcomeText } from './run-sentence.ts';

test.each([
  ['SMS failed: the sandbox said “No: it failed: twice”; push skipped: no push device', true, 'SMS failed'],
  ['SMS and email failed: no integration', true, 'SMS and email failed'],
  ['Failed', true, undefined],
  ['SMS failed: no integration', false, undefined],
])('words of failure in %s are marked', (text, failed, words) => {
  expect(failedWords({ text, failed })).toBe(words);
});

test.each([
  [['sent', 'waiting', 'queued'], 'Email sent (sandbox); the next email waits until 2026-12-02T09:00:00.000Z'],
  [['skipped', 'waiting', 'queued'], 'Email waits until 2026-12-02T09:00:00.000Z'],
] as const)('a run with the emails %j says whether one was sent', ([first, delay, second], text) => {
  const run: OutcomeSummary = {
    status: 'waiting',
    until: '2026-12-02T09:00:00.000Z',
    steps: [
      { type: 'email', status: first, ...(first === 'sent' && { sandbox: true as const }) },
      { type: 'delay', status: delay },
      { type: 'email', status: second },
    ],
  };
  expect(outcomeText(run, { time: (iso: string) => iso }, Date.now()).text).toBe(text);
});
