import { expect, test } from 'vitest';
import type { JobStatus } from '#lib/engine/job-status.ts';
import { type Reason, reasonFor } from '#lib/reasons/registry.ts';
import { runOutcome } from './run-outcome.ts';

const SENT = { status: 'completed', reason: reasonFor('sent', { provider: 'p', attempt: 1 }) } as const;
const FAILED = {
  status: 'failed',
  reason: reasonFor('provider_rejected', { provider: 'p', words: 'no', attempt: 1 }),
} as const;
const SKIPPED = { status: 'skipped', reason: reasonFor('no_token', {}) } as const;
const BY_RULE = {
  status: 'skipped',
  reason: reasonFor('skip_condition', { condition: true, values: {} }),
} as const;
const POISONED = { status: 'failed', reason: reasonFor('poison', { count: 3 }) } as const;
const THROTTLED = { status: 'skipped', reason: reasonFor('throttled', { count: 1, limit: 1, until: 'x' }) } as const;
const CANCELED = { status: 'canceled', reason: reasonFor('canceled', {}) } as const;
const MERGED = { status: 'merged', reason: reasonFor('digest_merged', {}) } as const;
const DONE = { status: 'completed', reason: reasonFor('delay_finished', { span: 1 }) } as const;
const NOT_REACHED = { status: 'canceled', reason: reasonFor('earlier_failed', { step: 'a' }) } as const;

type Job = { status: JobStatus; reason?: Reason };

test.each<[string, Job[], string | undefined]>([
  ['failed wins over sent', [SENT, FAILED, SKIPPED], 'failed provider_rejected'],
  ['a failed step wins over those that it kept from running', [FAILED, NOT_REACHED], 'failed provider_rejected'],
  ['sent wins over skipped', [SKIPPED, SENT], 'sent sent'],
  ['sent wins over cancelled', [SENT, CANCELED], 'sent sent'],
  ['merged wins over what came before it', [SKIPPED, MERGED, MERGED], 'merged digest_merged'],
  ['cancelled wins over skipped', [SKIPPED, CANCELED], 'cancelled canceled'],
  ['throttled wins over skipped', [THROTTLED, SKIPPED], 'throttled throttled'],
  ['skipped wins over done', [DONE, SKIPPED], 'skipped no_token'],
  ['of equals the leading reason is recorded, as the row gives it', [BY_RULE, SKIPPED], 'skipped no_token'],
  ['of equal reasons the first is recorded', [FAILED, POISONED], 'failed provider_rejected'],
  ['nothing to send is done', [DONE], 'done delay_finished'],
  ['a run without steps is skipped', [], 'skipped no_step'],
  ['a run that goes on has no outcome', [SENT, { status: 'pending' }], undefined],
  ['a run that waits has no outcome', [{ status: 'delayed' }, SENT], undefined],
  ['a job with an unknown reason gets the outcome of its status', [{ status: 'failed' }, SENT], 'failed unrecorded'],
])('%s', (_, jobs, expected) => {
  const outcome = runOutcome(jobs);
  expect(outcome && `${outcome.outcome} ${outcome.reason.code}`).toBe(expected);
});
