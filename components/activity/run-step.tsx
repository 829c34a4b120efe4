'use client';

import { useId, useState } from 'react';
import { Remedy } from '#components/explain/remedy.tsx';
import { StateMark } from '#components/status/state-mark.tsx';
import { states } from '#components/status/states.ts';
import { stepTypes } from '#components/status/step-types.tsx';
import { cn } from '#components/ui/cn.ts';
import { FoldButton } from '#components/ui/fold-button.tsx';
import { Prose } from '#components/ui/prose.tsx';
import { toneSoft } from '#components/ui/tone.ts';
import { canRetry, whyNoStepResend, whyNoStepRetry } from '#lib/notifications/retry/retry-rules.ts';
import type { Job, Notification } from '#lib/notifications/schema.ts';
import { hasProblem, jobState, shownState } from '#lib/notifications/status/job-state.ts';
import type { RunStatus } from '#lib/notifications/status/run-status.ts';
import { jobFix, stepsFixedAbove } from '#lib/notifications/status/step-fixes.ts';
import { ended } from '#lib/reasons/step-summary.ts';
import { durationText } from '#lib/time/time.ts';
import { ResendStep } from './resend-step.tsx';
import { RetryStep } from './retry-step.tsx';
import { RunPreview } from './run-preview.tsx';
import { hasExtraDetails, StepDetails } from './step-details.tsx';
import { SentMessage, useOwnMessages } from './step-messages.tsx';
import { skippedAt, stepResult } from './step-result.ts';
import { attemptsText, stepTimes } from './step-story.ts';
import { useCorrection } from './use-correction.ts';

/** Shorter waits between steps are not shown. */
const NOTABLE_WAIT_MS = 60_000;

interface Props {
  run: Notification;
  status: RunStatus;
  job: Job;
  before: Job | undefined;
  isLast: boolean;
}

/** One step of a run. It opens to show its details. */
export function RunStep({ run, status: { explainedJobs }, job, before, isLast }: Props) {
  const [open, setOpen] = useState(() => startsOpen(job, run));
  // The run's heading already shows the reasons of these steps, and the fix of the first.
  const isExplained = explainedJobs.includes(job);
  const isDecisive = explainedJobs[0] === job;
  const isRemedied = stepsFixedAbove(explainedJobs).includes(job);
  const isAside = !isDecisive && job.status === 'skipped' && explainedJobs.length > 0 && !hasProblem(job);
  const hasDetails = hasStory(job, run);
  const opens = hasDetails || isAside;
  const id = useId();
  const { icon: Icon } = stepTypes[job.type];
  const messages = useOwnMessages({ run, job });
  const result = stepResult(job, run, messages);
  const attempts = attemptsText(job);
  return (
    <li className="relative pb-3 pl-9">
      {!isLast && (
        <span aria-hidden className="absolute top-7 bottom-0 left-[13px] w-px bg-line pointer-coarse:-bottom-2" />
      )}
      <span
        aria-hidden
        className={cn(
          'absolute top-0.5 left-0 grid size-7 place-items-center rounded-full pointer-coarse:top-2',
          toneSoft[states[shownState(job)].tone],
        )}
      >
        <Icon className="size-4" />
      </span>
      <Waited before={before} job={job} />
      <h3>
        {opens ? (
          <FoldButton
            open={open}
            mark="end"
            aria-controls={id}
            onFold={setOpen}
            className="-mx-1.5 flex min-h-8 w-[calc(100%+12px)] items-center gap-2 rounded-md px-1.5 text-left hover:bg-hover pointer-coarse:min-h-11"
          >
            <StepTitle job={job} />
          </FoldButton>
        ) : (
          <span className="flex min-h-8 items-center gap-2 pr-5.5 pointer-coarse:min-h-11">
            <StepTitle job={job} />
          </span>
        )}
      </h3>
      {result && <Result job={job} text={result} at={open ? undefined : skippedAt(job, run)} />}
      {attempts?.isRetried && <p className="text-xs text-faint">{attempts.text}</p>}
      {jobState(job) === 'sent' && !open && !run.withheld && <SentMessage run={run} job={job} />}
      {!isRemedied && (open || !isAside) && <StepFix run={run} job={job} />}
      {jobState(job) === 'sent' && (
        <div className="mt-1.5 empty:hidden">
          <ResendStep runId={run._id ?? ''} job={job} whyNot={whyNoStepResend(run, job)} />
        </div>
      )}
      <div id={id}>
        {open && hasDetails && <StepDetails run={run} job={job} messages={messages} answerOpen={isExplained} />}
      </div>
      <RunPreview run={run} jobs={[job]} isShort={!isLast} />
    </li>
  );
}

/** The step’s result line, fainter if the step succeeded. */
function Result({ job, text, at }: { job: Job; text: string; at: string | undefined }) {
  const state = jobState(job);
  if (state === 'sent' || state === 'done') {
    return (
      <p data-numeric className="text-xs wrap-anywhere text-faint">
        {text}
      </p>
    );
  }
  return (
    <p className={cn('wrap-anywhere text-pretty', state === 'failed' ? 'text-bad' : 'text-muted')}>
      <span>
        <Prose>{at ? text : ended(text)}</Prose>
      </span>
      {at && (
        <span data-numeric className="text-xs text-faint">
          {' · '}
          <span className="whitespace-nowrap">{at}</span>
        </span>
      )}
    </p>
  );
}

function StepTitle({ job }: { job: Job }) {
  const { label } = stepTypes[job.type];
  const name = job.step.name || label;
  const { from, to } = stepTimes(job);
  const took = from !== undefined && to !== undefined && to > from ? durationText(to - from) : undefined;
  const attempts = attemptsText(job);
  return (
    <>
      <span className="truncate font-medium">{name}</span>
      {name !== label && <span className="shrink-0 text-faint max-sm:hidden">{label}</span>}
      <span className="ml-auto flex shrink-0 items-center gap-2.5">
        {attempts && !attempts.isRetried && <span className="text-xs text-faint max-sm:hidden">{attempts.text}</span>}
        {took && <span className="text-xs text-faint">{took}</span>}
        <StateMark state={shownState(job)} />
      </span>
    </>
  );
}

/** The time between the end of the previous step and the start of this step. */
function Waited({ before, job }: { before: Job | undefined; job: Job }) {
  const end = before && stepTimes(before).to;
  const { from } = stepTimes(job);
  if (end === undefined || from === undefined || from - end < NOTABLE_WAIT_MS) return null;
  return <p className="-mt-1 pb-1 text-xs text-faint">{durationText(from - end)} later</p>;
}

/** Whether the step can be opened. If one skipped step of a run has more details, all skipped steps can be opened. */
function hasStory(job: Job, { jobs = [], createdAt }: Notification): boolean {
  if (job.status !== 'skipped' || job.executionDetails.length === 0) return hasExtraDetails(job, createdAt);
  return jobs.some((other) => other.status === 'skipped' && hasExtraDetails(other, createdAt));
}

/**
 * Whether a step is open at first: failed steps, waiting steps and single steps are open. For other steps, the line
 * below the name is enough.
 */
function startsOpen(job: Job, { jobs = [] }: Notification): boolean {
  return jobs.length === 1 || ['failed', 'waiting'].includes(jobState(job));
}

/** The fix of the step, with its actions. A whole run is cancelled in its header. */
function StepFix({ run, job }: { run: Notification; job: Job }) {
  const fix = jobFix(run, job);
  const correction = useCorrection(run, job, fix);
  const retry = canRetry(job, fix) && (
    <RetryStep runId={run._id ?? ''} job={job} waits={job.status === 'queued'} whyNot={whyNoStepRetry(run, job)} />
  );
  const action =
    retry ||
    (job.status === 'skipped' && <ResendStep runId={run._id ?? ''} job={job} whyNot={whyNoStepResend(run, job)} />);
  if (!fix && !action) return null;
  return (
    <div className="mt-1 mb-1.5 empty:hidden">
      {fix ? (
        <Remedy fix={fix} correction={correction}>
          {action}
        </Remedy>
      ) : (
        action
      )}
    </div>
  );
}
