'use client';

import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { SentThrough } from '#components/integrations/sent-through.tsx';
import { StateMark } from '#components/status/state-mark.tsx';
import { states } from '#components/status/states.ts';
import { FoldButton } from '#components/ui/fold-button.tsx';
import { Prose } from '#components/ui/prose.tsx';
import { isLive, type JobStatus } from '#lib/engine/job-status.ts';
import type { Job, Notification } from '#lib/notifications/schema.ts';
import { aboutRun, detailText, jobReason } from '#lib/notifications/status/run-status.ts';
import type { About } from '#lib/reasons/definition.ts';
import { isDelivery } from '#lib/steps/labels.ts';
import { counted } from '#lib/text/counted.ts';
import { clockTime, dayText } from '#lib/time/time.ts';
import { hasMore, type Known, LineEvidence } from './line-evidence.tsx';
import { type Addressed, aboutDetail } from './message-address.ts';
import { PreviewLink } from './preview-link.tsx';
import { StepMessages } from './step-messages.tsx';
import { alikeAttempts, routineLines, type StoryLine, storyOf, withoutRepeats } from './step-story.ts';

interface Props {
  run: Notification;
  job: Job;
  /** Whether the provider's last response is open at first. */
  answerOpen?: boolean;
  /**
   * On a message's page: values that its facts show. The lines omit these values, and the step's messages are not
   * listed.
   */
  ofMessage?: Known;
  /** The messages whose full addresses are shown. */
  messages?: readonly Addressed[] | undefined;
  /** On a message’s page: further lines, for events that the run does not record. */
  children?: ReactNode;
}

/** The events of one step in order, with the evidence of each line, and the step's messages. */
export function StepDetails({
  run,
  job,
  ofMessage,
  messages = [],
  answerOpen = ofMessage !== undefined,
  children,
}: Props) {
  const about = aboutRun(run);
  const shownCode = jobReason(job, about) === undefined ? undefined : job.reason?.code;
  const all = withoutRepeats(storyOf(job, run.createdAt));
  // The page of a message begins with its result, so the lines do not repeat it.
  const isSaid = ({ reason }: StoryLine) =>
    reason?.code === 'step_queued' || (shownCode !== undefined && reason?.code === shownCode);
  const isUnsent = isLive(job.status as JobStatus) || (job.status === 'skipped' && messages.length === 0);
  const present = isUnsent ? run.subscriber : undefined;
  const aboutLine = ({ detail }: StoryLine) => aboutDetail(about, detail, messages, present);
  const hasDetails = (line: StoryLine) => hasMore(line, aboutLine(line), ofMessage);
  const lines = ofMessage ? all.filter((line) => !isSaid(line) || hasDetails(line)) : all;
  const answer = answerOpen ? (lines.findLast(({ detail }) => detail.raw) ?? lines.findLast(hasDetails)) : undefined;
  const routine = routineLines(lines);
  const [isRoutineShown, showRoutine] = useState(routine === 0);
  return (
    <div className="mt-1.5 rounded-lg border border-line bg-surface lg:bg-bg">
      <StepFacts job={job} ofMessage={ofMessage} />
      {lines.length === 0 && <p className="px-3 py-2 text-muted">Nothing has happened here yet.</p>}
      {!isRoutineShown && <Routine count={routine} onShow={() => showRoutine(true)} />}
      <ol className="py-1">
        {alikeAttempts(lines.slice(isRoutineShown ? 0 : routine), answer).map((group) => {
          const shown = group.map((line) => (
            <Line
              key={line.detail._id}
              line={line}
              about={aboutLine(line)}
              known={ofMessage}
              startOpen={line === answer}
              isShownAbove={shownCode !== undefined && line === lines.at(-1) && line.reason?.code === shownCode}
            />
          ));
          const [first] = group;
          return group.length > 1 && first ? (
            <Alike key={first.detail._id} lines={group} text={lineText(first, aboutLine(first), false)}>
              {shown}
            </Alike>
          ) : (
            shown
          );
        })}
        {children}
      </ol>
      {isDelivery(job.type) && !ofMessage && <StepMessages run={run} job={job} />}
      {isDelivery(job.type) && !ofMessage && (
        <p className="border-t border-line px-3 py-1.5 empty:hidden">
          <PreviewLink run={run} job={job} />
        </p>
      )}
    </div>
  );
}

const WITHOUT_WORK: ReadonlySet<string> = new Set(['pending', 'skipped', 'canceled']);

/**
 * Whether the details of a step contain more than the line below its name. The details of a step that did nothing may
 * not.
 */
export function hasExtraDetails(job: Job, from: string | undefined): boolean {
  if (!WITHOUT_WORK.has(job.status)) return true;
  return storyOf(job, from).some((line) => {
    const code = line.reason?.code;
    return code !== 'step_queued' && (code === undefined || code !== job.reason?.code || hasMore(line));
  });
}

/** Shows the routine lines at the start of a step. */
function Routine({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <button
      type="button"
      onClick={onShow}
      className="focus-inset flex min-h-8 w-full items-center gap-2 rounded-t-lg border-b border-line px-3 text-left text-xs text-faint hover:bg-hover hover:text-fg pointer-coarse:min-h-11"
    >
      <ChevronRight aria-hidden className="size-3.5" />
      {counted(count, 'earlier event')}
    </button>
  );
}

function StepFacts({ job, ofMessage }: Pick<Props, 'job' | 'ofMessage'>) {
  const events = job.digest?.events?.length;
  if (job.integration && job.type !== 'in_app' && !ofMessage) {
    return (
      <p className="border-b border-line px-3 py-1.5 text-xs text-faint">
        Through <SentThrough sender={job.integration} providerId={job.providerId} />
      </p>
    );
  }
  if (events === undefined) return null;
  return <p className="border-b border-line px-3 py-1.5 text-xs text-faint">Collected {counted(events, 'trigger')}</p>;
}

/** Returns the event in the past tense, because the step's name already has its current state. */
function lineText({ detail, reason, state, repeated }: StoryLine, about: About, isShownAbove: boolean): string {
  if (reason?.code === 'step_queued') return 'Queued';
  if (!isShownAbove || !state) return detailText(detail, about);
  if (state === 'waiting') return repeated ? 'Waited' : 'Began to wait';
  return states[state].label;
}

interface AlikeProps {
  lines: readonly StoryLine[];
  /** The failure of each attempt. */
  text: string;
  children: ReactNode;
}

/** Folded attempts: "Attempts 1–4 failed the same way", with the first and the last time. */
function Alike({ lines, text, children }: AlikeProps) {
  const [open, setOpen] = useState(false);
  const [first, last] = [lines[0], lines.at(-1)];
  const times = [first, last].flatMap((line) => (line?.detail.createdAt ? [clockTime(line.detail.createdAt)] : []));
  return (
    <>
      <li className="px-3 py-1">
        <FoldButton
          open={open}
          onFold={setOpen}
          className="focus-inset -mx-1.5 flex min-h-8 w-[calc(100%+12px)] items-center gap-2 rounded-md px-1.5 text-left hover:bg-hover pointer-coarse:min-h-11"
        >
          <span data-numeric className="min-w-0 flex-1 font-medium">
            Attempts {first?.attempt}–{last?.attempt} failed the same way
          </span>
          <span data-numeric className="shrink-0 text-xs text-faint">
            {times.join('–')}
          </span>
        </FoldButton>
        {!open && (
          <p className="pl-5.5 wrap-anywhere text-muted">
            <Prose>{text}</Prose>
          </p>
        )}
      </li>
      {open && children}
    </>
  );
}

interface LineProps {
  line: StoryLine;
  about: About;
  known: Known | undefined;
  startOpen: boolean;
  /** Whether the text above already shows the reason. Then the line shows only the event and its time. */
  isShownAbove: boolean;
}

function Line({ line, about, known, startOpen, isShownAbove }: LineProps) {
  const [open, setOpen] = useState(startOpen);
  const { detail, state, newDay, attempt, repeated } = line;
  return (
    <li className="px-3 py-1">
      {newDay && <p className="pt-1 pb-1.5 text-xs font-medium text-faint">{dayText(newDay)}</p>}
      {attempt && <p className="pt-0.5 pb-1 text-xs font-medium text-faint">Attempt {attempt}</p>}
      <div className="flex items-start gap-2">
        {state ? (
          <StateMark state={state} show="icon" className="mt-0.5" />
        ) : (
          <span aria-hidden className="mx-1.5 mt-2 size-1 shrink-0 rounded-full bg-line-strong" />
        )}
        <span className="min-w-0 flex-1 break-words text-pretty">
          <Prose>{lineText(line, about, isShownAbove)}</Prose>
          {repeated && (
            <span data-numeric className="text-xs text-faint">
              {` · ${repeated.count} times, until `}
              <time dateTime={repeated.until}>{clockTime(repeated.until)}</time>
            </span>
          )}
        </span>
        {hasMore(line, about, known) && (
          <FoldButton
            open={open}
            mark="end"
            markClass="ml-0.5 inline text-current"
            onFold={setOpen}
            className="touch-area -my-0.5 shrink-0 rounded-sm py-0.5 text-xs leading-5 font-medium text-accent-text hover:underline"
          >
            Details
          </FoldButton>
        )}
        {detail.createdAt && (
          <time dateTime={detail.createdAt} className="shrink-0 text-xs leading-5 text-faint">
            {clockTime(detail.createdAt)}
          </time>
        )}
      </div>
      {open && <LineEvidence line={line} about={about} known={known ?? []} />}
    </li>
  );
}
