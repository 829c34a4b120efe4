/**
 * Turns a decision and the providers' responses into the records to write. Pure; the worker writes them in one
 * statement.
 */

import type { Decision, Note, SendResult } from '#lib/engine/decision.ts';
import { type JobStatus, transition, transitionToRunning } from '#lib/engine/job-status.ts';
import type { DetailRecord, Records, WorkRecord } from '#lib/engine/record/records.ts';
import { runOutcome } from '#lib/engine/record/run-outcome.ts';
import type { RunContext, RunJob } from '#lib/engine/run-context.ts';
import { storableJson } from '#lib/postgres/storable.ts';
import { detailOf, type Reason } from '#lib/reasons/registry.ts';
import { afterJob, endRest, nextJob, whileRetrying } from './chain.ts';
import { concludeDelivery } from './conclude-delivery.ts';
import type { Ending } from './ending.ts';
import { missingAddressMessage } from './message-record.ts';

/**
 * @param results one per target that has a message, in any order; empty for other decisions.
 * @throws {TransitionError} for a job that could not have been claimed.
 */
export function conclude(run: RunContext, decision: Decision, results: readonly SendResult[], now: Date): Records {
  return recordsOf(run, endingOf(run, decision, results, now));
}

function endingOf(run: RunContext, decision: Decision, results: readonly SendResult[], now: Date): Ending {
  switch (decision.type) {
    case 'deliver':
      return concludeDelivery(run, decision, results, now);
    case 'wait':
      return letWait(run, decision, now);
    case 'continue': {
      const { result, payloadIds } = decision;
      return { ...endJob(run, 'completed', decision, now), result, payloadIds };
    }
    case 'skip': {
      const { unsent, reason } = decision;
      const messages = unsent ? [missingAddressMessage(run, unsent, reason)] : [];
      return { ...endJob(run, 'skipped', decision, now), messages };
    }
    case 'fail':
      return endJob(run, 'failed', decision, now);
    case 'retry': {
      const { readyAt, attempts, holdsChain = true, reason } = decision;
      const others = whileRetrying(run, holdsChain, now);
      return { status: 'queued', reason, notes: notesOf(decision), others, again: { readyAt, attempts } };
    }
    case 'reached': {
      const { reason, notes, endsRun } = decision;
      const others = afterJob(run, endsRun ? 'canceled' : 'completed', now);
      return { status: 'completed', reason, notes: [...notes, { reason }], others };
    }
    case 'end': {
      const { status, reason, notes } = decision;
      return { status, reason, notes: [...notes, { reason }], others: endRest(run, status, reason) };
    }
    case 'cancel':
      return endJob(run, 'canceled', decision, now);
  }
}

interface ReasonedDecision {
  reason: Reason;
  notes: readonly Note[];
  exchange?: Note['exchange'];
  goesOn?: boolean;
}

function endJob(run: RunContext, status: JobStatus, decision: ReasonedDecision, now: Date): Ending {
  const others = decision.goesOn ? nextJob(run, now) : afterJob(run, status, now);
  return { status, reason: decision.reason, notes: notesOf(decision), others };
}

function notesOf({ reason, notes, exchange }: ReasonedDecision): Note[] {
  return [...notes, { reason, exchange }];
}

/** Returns the ending of an attempt that waits. Waiting does not count as an attempt. */
function letWait(
  { job, attempt }: RunContext,
  { reason, notes, until, isExtension }: Extract<Decision, { type: 'wait' }>,
  now: Date,
): Ending {
  return {
    status: 'delayed',
    reason,
    notes: [...notes, { reason }],
    others: [],
    again: { readyAt: until, attempts: attempt.number - 1 },
    waitedSince: job.waitedSince ?? now,
    scheduleExtensions: job.scheduleExtensions + (isExtension ? 1 : 0),
  };
}

function recordsOf(run: RunContext, ending: Ending): Records {
  const { job, attempt } = run;
  const { status, reason, again, target } = ending;
  const work: WorkRecord = again ? { type: 'again', ...again } : { type: 'done' };
  return {
    job: {
      id: job.id,
      status: transition(job.status === 'running' ? job.status : transitionToRunning(job.status), status),
      reason,
      attempts: again ? again.attempts : attempt.number,
      result: ending.result,
      payloadIds: ending.payloadIds,
      dueAt: again?.readyAt,
      waitedSince: ending.waitedSince ?? job.waitedSince,
      scheduleExtensions: ending.scheduleExtensions ?? job.scheduleExtensions,
      providerId: target?.integration.providerId,
      integrationId: target?.integration.id,
    },
    work,
    messages: ending.messages ?? [],
    details: ending.notes.map((note) => detailRecord(note, run)),
    others: ending.others,
    outcome: runOutcome(jobsThen(run, ending)),
    hasActiveSibling: run.jobs.some((other) => other.id !== job.id && isActive(other)),
    goneDevices: ending.goneDevices ?? [],
  };
}

/** Returns the jobs of the run in their state after the records are written. */
function jobsThen({ jobs, job }: RunContext, { status, reason, others }: Ending) {
  const changed = new Map(others.map((other) => [other.id, other]));
  return jobs.map((each) => (each.id === job.id ? { status, reason } : { ...each, ...changed.get(each.id) }));
}

/** Whether the job runs now or later without waiting for this job. */
function isActive({ status }: RunJob): boolean {
  return status === 'queued' || status === 'running' || status === 'delayed';
}

function detailRecord(
  { reason, status, integration, messageId, exchange }: Note,
  { attempt }: RunContext,
): DetailRecord {
  const detail = detailOf(reason);
  return {
    reason,
    ...detail,
    status: status ?? detail.status,
    isRetry: attempt.number > 1,
    isTest: integration?.sandbox ?? false,
    providerId: integration?.providerId,
    messageId,
    raw: exchange && storableJson(exchange),
  };
}
