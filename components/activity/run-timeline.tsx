'use client';

import { useState } from 'react';
import { states } from '#components/status/states.ts';
import { cn } from '#components/ui/cn.ts';
import { FoldButton } from '#components/ui/fold-button.tsx';
import { toneSoft } from '#components/ui/tone.ts';
import type { Notification } from '#lib/notifications/schema.ts';
import { shownState } from '#lib/notifications/status/job-state.ts';
import type { RunStatus } from '#lib/notifications/status/run-status.ts';
import { listOfSteps } from '#lib/reasons/step-summary.ts';
import { counted } from '#lib/text/counted.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';
import { foldedSteps, type Group } from './folded-steps.ts';
import { RunPreview } from './run-preview.tsx';
import { RunStep } from './run-step.tsx';

/**
 * The steps in order along a vertical line. If the run's heading explains a step, the done steps around it are folded,
 * and so are later steps with the same reason.
 */
export function RunTimeline({ run, status }: { run: Notification; status: RunStatus }) {
  const jobs = run.jobs ?? [];
  if (jobs.length === 0) return <p className="text-muted">The workflow had no active step, so nothing ran.</p>;
  const groups = foldedSteps(jobs, status.explainedJobs);
  return (
    <ol>
      {groups.map((group, index) => {
        const isLast = index === groups.length - 1;
        const before = groups[index - 1]?.jobs.at(-1);
        const [job] = group.jobs;
        return group.folded ? (
          <FoldedSteps key={job._id} run={run} status={status} group={group} isLast={isLast} />
        ) : (
          <RunStep key={job._id} run={run} status={status} job={job} before={before} isLast={isLast} />
        );
      })}
    </ol>
  );
}

interface FoldedProps {
  run: Notification;
  status: RunStatus;
  group: Group;
  isLast: boolean;
}

/** Folded steps: "3 steps done: throttle, in-app and SMS", "1 step not run: email". */
function FoldedSteps({ run, status, group: { jobs, folded }, isLast }: FoldedProps) {
  const [open, setOpen] = useState(false);
  const isSandboxed = jobs.some((job) => shownState(job) === 'sandboxed');
  const { icon: Icon, tone } = states[folded === 'ended' ? shownState(jobs[0]) : isSandboxed ? 'sandboxed' : 'done'];
  return (
    <>
      <li className="relative pb-3 pl-9">
        {(!isLast || open) && (
          <span aria-hidden className="absolute top-7 bottom-0 left-[13px] w-px bg-line pointer-coarse:-bottom-2" />
        )}
        <span
          aria-hidden
          className={cn(
            'absolute top-0.5 left-0 grid size-7 place-items-center rounded-full pointer-coarse:top-2',
            toneSoft[tone],
          )}
        >
          <Icon className="size-4" />
        </span>
        <FoldButton
          open={open}
          mark="end"
          onFold={setOpen}
          className="-mx-1.5 flex min-h-8 w-[calc(100%+12px)] items-center gap-2 rounded-md px-1.5 text-left hover:bg-hover pointer-coarse:min-h-11"
        >
          <span className="min-w-0 flex-1 truncate">
            <span className="font-medium">
              {counted(jobs.length, 'step')} {folded === 'ended' ? 'not run' : 'done'}
            </span>
            <span className="text-faint">: {lowerFirst(listOfSteps(jobs.map(({ type }) => type)))}</span>
          </span>
        </FoldButton>
        {!open && folded === 'done' && <RunPreview run={run} jobs={jobs} isShort={!isLast} />}
      </li>
      {open &&
        jobs.map((job, index) => (
          <RunStep
            key={job._id}
            run={run}
            status={status}
            job={job}
            before={jobs[index - 1]}
            isLast={isLast && index === jobs.length - 1}
          />
        ))}
    </>
  );
}
