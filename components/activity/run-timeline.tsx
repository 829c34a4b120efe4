'use client';

import { ChevronRight } from 'lucide-react';
import Link from 'next/link';
import { useId, useState } from 'react';
import { fixAddress } from '#components/explain/fix-link.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { StateMark } from '#components/status/state-mark.tsx';
import { states } from '#components/status/states.ts';
import { stepTypes } from '#components/status/step-types.tsx';
import { cn } from '#components/ui/cn.ts';
import { toneSoft } from '#components/ui/tone.ts';
import { aboutRun, jobFix, jobReason, jobState } from '#lib/notifications/run-status.ts';
import type { Job, Notification } from '#lib/notifications/schema.ts';
import { durationText } from '#lib/time.ts';
import { RetryStep } from './retry-step.tsx';
import { StepDetails } from './step-details.tsx';
import { attemptsOf, stepTimes } from './step-story.ts';

/** Less is not worth a line. */
const NOTABLE_WAIT_MS = 60_000;

/** The steps in order along a vertical line. Each step opens to show its details. */
export function RunTimeline({ run }: { run: Notification }) {
  const jobs = run.jobs ?? [];
  if (jobs.length === 0) return <p className="text-muted">The workflow had no active step, so nothing ran.</p>;
  return (
    <ol>
      {jobs.map((job, index) => (
        <Step key={job._id} run={run} job={job} before={jobs[index - 1]} last={index === jobs.length - 1} />
      ))}
    </ol>
  );
}

interface StepProps {
  run: Notification;
  job: Job;
  before: Job | undefined;
  last: boolean;
}

function Step({ run, job, before, last }: StepProps) {
  const [open, setOpen] = useState(() => startsOpen(job, run));
  const id = useId();
  const { icon: Icon } = stepTypes[job.type];
  const state = jobState(job);
  const reason = jobReason(job, aboutRun(run));
  return (
    <li className="relative pb-3 pl-9">
      {!last && <span aria-hidden className="absolute top-7 bottom-0 left-[13px] w-px bg-line" />}
      <span
        aria-hidden
        className={cn(
          'absolute top-0.5 left-0 grid size-7 place-items-center rounded-full',
          toneSoft[states[state].tone],
        )}
      >
        <Icon className="size-4" />
      </span>
      <Waited before={before} job={job} />
      <h3>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="-mx-1.5 flex min-h-8 w-[calc(100%+12px)] items-center gap-2 rounded-md px-1.5 text-left hover:bg-hover"
        >
          <StepTitle job={job} />
          <ChevronRight
            aria-hidden
            className={cn('size-3.5 shrink-0 text-faint transition-transform', open && 'rotate-90')}
          />
        </button>
      </h3>
      {reason && (
        <p className={cn('break-words text-pretty', state === 'failed' ? 'text-bad' : 'text-muted')}>{reason}.</p>
      )}
      <StepFix job={job} />
      {state === 'failed' && <RetryStep runId={run._id ?? ''} job={job} />}
      <div id={id}>{open && <StepDetails run={run} job={job} />}</div>
    </li>
  );
}

function StepTitle({ job }: { job: Job }) {
  const { label } = stepTypes[job.type];
  const { from, to } = stepTimes(job);
  const took = from !== undefined && to !== undefined && to > from ? durationText(to - from) : undefined;
  const attempts = attemptsOf(job);
  return (
    <>
      <span className="truncate font-medium">{job.step.name || label}</span>
      {job.step.name && <span className="shrink-0 text-faint max-sm:hidden">{label}</span>}
      <span className="ml-auto flex shrink-0 items-center gap-2.5">
        {attempts && <span className="text-xs text-faint max-sm:hidden">{attempts} attempts</span>}
        {took && <span className="text-xs text-faint">{took}</span>}
        <StateMark state={jobState(job)} />
      </span>
    </>
  );
}

/** The time between the end of the step before and the beginning of this one. */
function Waited({ before, job }: { before: Job | undefined; job: Job }) {
  const end = before && stepTimes(before).to;
  const { from } = stepTimes(job);
  if (end === undefined || from === undefined || from - end < NOTABLE_WAIT_MS) return null;
  return <p className="-mt-1 pb-1 text-xs text-faint">{durationText(from - end)} later</p>;
}

/** Failed, skipped and waiting steps start open, and so does a single step. */
function startsOpen(job: Job, { jobs = [] }: Notification): boolean {
  return jobs.length === 1 || ['failed', 'skipped', 'throttled', 'waiting'].includes(jobState(job));
}

/** What to do about it, with a link. */
function StepFix({ job }: { job: Job }) {
  const { base } = useEnvironment();
  const fix = jobFix(job);
  if (!fix) return null;
  const { text, link } = fix;
  if (link === undefined) return <p className="text-xs text-faint">{text}</p>;
  return (
    <Link href={fixAddress(base, link)} className="rounded-sm text-xs font-medium text-accent-text hover:underline">
      {text}
    </Link>
  );
}
