'use client';

import { ChevronRight } from 'lucide-react';
import Link from 'next/link';
import { useId, useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { StateMark } from '#components/status/state-mark.tsx';
import { states } from '#components/status/states.ts';
import { stepTypes } from '#components/status/step-types.tsx';
import { cn } from '#components/ui/cn.ts';
import { toneSoft } from '#components/ui/tone.ts';
import { aboutRun, jobFix, jobReason, jobState } from '#lib/notifications/run-status.ts';
import type { Job, Notification } from '#lib/notifications/schema.ts';
import type { About } from '#lib/reasons/definition.ts';
import { durationText } from '#lib/time.ts';
import { RetryStep } from './retry-step.tsx';
import { StepDetails } from './step-details.tsx';

/** The steps in order along a vertical line. Each step opens to show its details. */
export function RunTimeline({ run }: { run: Notification }) {
  const jobs = run.jobs ?? [];
  const about = aboutRun(run);
  if (jobs.length === 0) return <p className="text-muted">The workflow had no active step, so nothing ran.</p>;
  return (
    <ol>
      {jobs.map((job, index) => (
        <Step
          key={job._id}
          runId={run._id ?? ''}
          job={job}
          about={about}
          last={index === jobs.length - 1}
          startOpen={startsOpen(job, jobs)}
        />
      ))}
    </ol>
  );
}

/** Failed and skipped steps start open, and so does a single step. */
function startsOpen(job: Job, jobs: readonly Job[]): boolean {
  return jobs.length === 1 || ['failed', 'skipped', 'throttled'].includes(jobState(job));
}

interface StepProps {
  runId: string;
  job: Job;
  about: About;
  last: boolean;
  startOpen: boolean;
}

function Step({ runId, job, about, last, startOpen }: StepProps) {
  const [open, setOpen] = useState(startOpen);
  const id = useId();
  const { label, icon: Icon } = stepTypes[job.type];
  const state = jobState(job);
  const reason = jobReason(job, about);
  const took = duration(job);
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
      <h3>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="-mx-1.5 flex min-h-8 w-[calc(100%+12px)] items-center gap-2 rounded-md px-1.5 text-left hover:bg-hover"
        >
          <span className="truncate font-medium">{job.step.name || label}</span>
          {job.step.name && <span className="shrink-0 text-faint max-sm:hidden">{label}</span>}
          <span className="ml-auto flex shrink-0 items-center gap-2.5">
            {took && <span className="text-xs text-faint">{took}</span>}
            <StateMark state={state} />
            <ChevronRight aria-hidden className={cn('size-3.5 text-faint transition-transform', open && 'rotate-90')} />
          </span>
        </button>
      </h3>
      {reason && <p className={cn('text-pretty', state === 'failed' ? 'text-bad' : 'text-muted')}>{reason}.</p>}
      <StepFix job={job} />
      {state === 'failed' && <RetryStep runId={runId} job={job} />}
      <div id={id}>{open && <StepDetails job={job} about={about} />}</div>
    </li>
  );
}

/** What to do about it, with a link. */
function StepFix({ job }: { job: Job }) {
  const { base } = useEnvironment();
  const fix = jobFix(job);
  if (!fix) return null;
  const { text, link } = fix;
  if (link === undefined) return <p className="text-xs text-faint">{text}</p>;
  return (
    <Link
      href={link.startsWith('/') ? link : `${base}/${link}`}
      className="text-xs font-medium text-accent-text hover:underline"
    >
      {text}
    </Link>
  );
}

/** The time between the first and the last event of the step. */
function duration(job: Job): string | undefined {
  const times = job.executionDetails.flatMap(({ createdAt }) => (createdAt ? [Date.parse(createdAt)] : []));
  if (times.length < 2) return undefined;
  return durationText(Math.max(...times) - Math.min(...times));
}
