/**
 * Texts about one recorded run on each surface: in its row, on its page, in Explain, in a ticket and in the export.
 * Pure.
 */
import { answerOf } from '#lib/explain/decisive-step.ts';
import type { Step } from '#lib/explain/query.ts';
import { explanationOf } from '#lib/explain/wire.ts';
import { EXPORT_COLUMNS } from '#lib/notifications/list/export.ts';
import type { OutcomeSummary, RunSummary } from '#lib/notifications/list/run-summary.ts';
import { type StoredJob, type StoredWork, summarise } from '#lib/notifications/list/summarise.ts';
import type { Job, SummarisedRun } from '#lib/notifications/schema.ts';
import { waitsUntil } from '#lib/notifications/status/job-state.ts';
import type { JobStatus } from '#lib/notifications/status/job-statuses.ts';
import { rowText } from '#lib/notifications/status/run-sentence.ts';
import { runStatusOf } from '#lib/notifications/status/run-status.ts';
import { ticketText } from '#lib/notifications/status/ticket-text.ts';
import { outcomeOf, parseReason, type Reason } from '#lib/reasons/registry.ts';
import type { StepTypeName } from '#lib/steps/step-type.ts';
import { MINUTE_MS } from '#lib/time/durations.ts';

export const NOW = Date.parse('2026-06-15T12:00:00.000Z');

export interface RecordedJob {
  type: StepTypeName;
  status: JobStatus;
  reason?: Reason | undefined;
  /** The job's row in the queue, in minutes from `NOW`. */
  work?: { ready: number; lease?: number };
}

/**
 * A sentence without its full stop, and the index of the step that explains the run. The index is undefined if no step
 * explains it.
 */
export interface Said {
  text: string;
  step: number | undefined;
}

export type Surface = 'row' | 'page' | 'explain' | 'ticket' | 'export';

/** Returns the texts of the surfaces at `NOW` about a run with these jobs. */
export function surfacesOf(recorded: readonly RecordedJob[]): Record<Surface, Said> {
  const { row, run, steps } = readRun(recorded);
  const indexOf = (id: string | undefined) => {
    const found = steps.findIndex((step) => step.id === id);
    return found < 0 ? undefined : found;
  };
  const answer = explanationOf({ ...answerOf(steps, [], {}, row), workflow: { name: 'Order' } as never });
  const page = runStatusOf(run, NOW);
  const read = (title: string) => EXPORT_COLUMNS.find(([name]) => name === title)?.[1](row) ?? '';
  // If the run has no problem, the page and the export name no step. The step of the run's summary then explains the
  // run.
  const named = page.explainedJobs[0]?._id ?? run.summary.explainedBy;
  const exported = steps.find(({ reason }) => reason?.code === read('Reason'))?.id ?? row.explainedBy;
  return {
    row: { text: rowText(row, NOW, 'UTC').text, step: indexOf(row.explainedBy) },
    page: { text: (page.parts[0] ?? '').slice(0, -1), step: indexOf(named) },
    explain: { text: answer.summary.slice(0, -1), step: indexOf(answer.decisive.step?._id) },
    ticket: { text: ticketText(run, 'address').split('\n')[1] ?? '', step: undefined },
    export: { text: read('Outcome'), step: indexOf(exported) },
  };
}

/** Returns the run in the forms that the list, the single read and Explain use. */
function readRun(recorded: readonly RecordedJob[]): { row: RunSummary; run: SummarisedRun; steps: Step[] } {
  const at = new Date(NOW - 58 * MINUTE_MS);
  const stored = recorded.map(({ type, status, reason }, index): StoredJob => {
    return { id: `job-${index}`, type, status, reason, updatedAt: at.getTime() };
  });
  const work = recorded.flatMap(({ work: row }, index): StoredWork[] => {
    if (!row) return [];
    const leaseUntil = row.lease === undefined ? null : NOW + row.lease * MINUTE_MS;
    return [{ jobId: `job-${index}`, readyAt: NOW + row.ready * MINUTE_MS, leaseUntil }];
  });
  const summary = summarise(stored, work, NOW);
  const subscriber = { _id: 's', subscriberId: 'jane' };
  const shared = { _id: 'r', transactionId: 't', createdAt: at.toISOString(), severity: 'none' as const, subscriber };
  const jobs = stored.map(({ id, type, status, reason }, index) => ({
    ...{ _id: id, type, reason, providerId: 'svc', executionDetails: [{ createdAt: at.toISOString() }] },
    status: recorded[index]?.work?.lease === undefined ? status : 'running',
    step: { _id: id, active: true, filters: [], _templateId: id },
  }));
  const run = { ...shared, template: { name: 'Order', triggers: [] }, jobs, summary };
  const steps = stored.map((job) => {
    return { ...job, stepId: job.id, name: '', updatedAt: at, reason: parseReason(job.reason) };
  });
  return { row: { ...shared, workflow: { name: 'Order' }, ...summary }, run: run as unknown as SummarisedRun, steps };
}

/** Returns the summary of a run with these jobs at `now` (milliseconds). Due jobs have a row in the queue. */
export function summaryOfJobs(jobs: readonly Job[], now = Date.now()): OutcomeSummary {
  const stored = jobs.map(({ _id: id, type, status, reason }): StoredJob => {
    return { id, type, status: status as JobStatus, reason, updatedAt: now };
  });
  const work = jobs.flatMap((job): StoredWork[] => {
    if (!['queued', 'delayed', 'running'].includes(job.status)) return [];
    const reason = parseReason(job.reason);
    const until = Date.parse(waitsUntil(job) ?? '');
    const isHeldBack = reason !== undefined && outcomeOf(reason) === 'waiting';
    const readyAt = Number.isNaN(until) ? now + (isHeldBack ? 1 : 0) : until;
    return [{ jobId: job._id, readyAt, leaseUntil: job.status === 'running' ? now + 1 : null }];
  });
  return summarise(stored, work, now);
}
