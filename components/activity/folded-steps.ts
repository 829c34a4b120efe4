import type { Job } from '#lib/notifications/schema.ts';
import { jobState } from '#lib/notifications/status/job-state.ts';

/** Adjacent steps in the order of the run. */
export interface Group {
  jobs: readonly [Job, ...Job[]];
  /**
   * Why the steps are folded. `done`: several steps that need no attention. `ended`: steps that did not run, for the reason
   * in the run’s heading. Absent for a single step, which is shown in full.
   */
  folded?: 'done' | 'ended';
}

const DONE: ReadonlySet<string> = new Set(['sent', 'done']);

/**
 * Groups the steps. If the run's heading explains a step (`explained`), neighbouring done steps form one group, and so do
 * later steps with the reason of the heading, such as the limit of a throttle.
 */
export function foldedSteps(jobs: readonly Job[], explained: readonly Job[]): Group[] {
  const groups: { jobs: [Job, ...Job[]]; kind: ReturnType<typeof kindOf> }[] = [];
  for (const job of jobs) {
    const last = groups.at(-1);
    const kind = kindOf(job, explained);
    if (kind && last?.kind === kind) last.jobs.push(job);
    else groups.push({ jobs: [job], kind });
  }
  return groups.map(({ jobs, kind }) =>
    kind && (kind === 'ended' || jobs.length > 1) ? { jobs, folded: kind } : { jobs },
  );
}

function kindOf(job: Job, explained: readonly Job[]): 'done' | 'ended' | undefined {
  const [first] = explained;
  if (!first) return undefined;
  if (DONE.has(jobState(job))) return 'done';
  return !explained.includes(job) && ENDS_RUN.has(first.reason?.code) && job.reason?.code === first.reason?.code
    ? 'ended'
    : undefined;
}

/** Reasons of one step that all later steps of the run have too. */
const ENDS_RUN: ReadonlySet<string | undefined> = new Set(['throttled', 'digest_merged']);
