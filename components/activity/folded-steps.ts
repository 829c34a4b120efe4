import type { Job } from '#lib/notifications/schema.ts';
import { jobState } from '#lib/notifications/status/job-state.ts';

/** Adjacent steps in the order of the run. A group of several steps contains only done steps, and is shown folded. */
type Group = readonly [Job, ...Job[]];

const DONE: ReadonlySet<string> = new Set(['sent', 'done']);

/** Groups the steps. If the run's heading explains a step (`explained`), neighbouring done steps form one group. */
export function foldedSteps(jobs: readonly Job[], explained: readonly Job[]): Group[] {
  const groups: [Job, ...Job[]][] = [];
  for (const job of jobs) {
    const last = groups.at(-1);
    const joins = explained.length > 0 && last && isDone(job) && isDone(last[0]);
    if (joins) last.push(job);
    else groups.push([job]);
  }
  return groups;
}

function isDone(job: Job): boolean {
  return DONE.has(jobState(job));
}
