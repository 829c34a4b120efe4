'use client';

import dynamic from 'next/dynamic';
import { ResendStep } from '#components/activity/resend-step.tsx';
import { RetryStep } from '#components/activity/retry-step.tsx';
import { changedTo } from '#components/activity/use-correction.ts';
import { Remedy } from '#components/explain/remedy.tsx';
import { type StateStyle, states } from '#components/status/states.ts';
import { cn } from '#components/ui/cn.ts';
import { Prose } from '#components/ui/prose.tsx';
import { toneText } from '#components/ui/tone.ts';
import { messageFix } from '#lib/messages/fix.ts';
import type { Message } from '#lib/messages/schema.ts';
import { messageState } from '#lib/messages/state.ts';
import { messageSummary, readerSummaries } from '#lib/messages/summary.ts';
import { lateText } from '#lib/notifications/lateness/late-text.ts';
import { canRetry, whyNoResend, whyNoRetry, whyNoStepRetry } from '#lib/notifications/retry/retry-rules.ts';
import type { Job, Notification } from '#lib/notifications/schema.ts';
import { integrationOf } from '#lib/notifications/status/job-state.ts';
import { ended } from '#lib/reasons/step-summary.ts';
import { timesAt } from '#lib/time/day-time.ts';
import { whyNotSent } from './why-not-sent.ts';

// Loaded after the page, because few readers need it.
const AskProvider = dynamic(() => import('./ask-provider.tsx').then((module) => module.AskProvider), { ssr: false });

interface Props {
  message: Message;
  /** The run of the message. Undefined while the run loads, and if the run was deleted. */
  run: Notification | undefined;
  /** The step that created the message. Undefined while it loads. */
  job: Job | undefined;
}

/** The result of the message and, if it was not sent, the fix: the first thing to read. */
export function MessageOutcome({ message, run, job }: Props) {
  const whyNot = run && (job ? whyNoStepRetry(run, job) : whyNoRetry(run));
  const fix = messageFix(message, job && integrationOf(job));
  const [read, ...others] = readerSummaries(message, Date.now());
  const style: StateStyle = read ? states.delivered : states[messageState(message)];
  const late = message.late && lateText(message.late, timesAt(Date.now()));
  const summary = read ? undefined : messageSummary(message);
  const led = message.reported ? [summary, late] : [late, summary];
  const [first, ...asides] = [read, ...others, ...led, delayText(message)].filter(Boolean);
  const canBeRetried = message.status !== 'sent' && job !== undefined && canRetry(job, fix);
  const correction = {
    ...(canBeRetried && whyNot === undefined && { retry: { runId: message._notificationId, job } }),
    changedTo: changedTo(message.channel, message, message.subscriber),
    isSensitive: message.withheld,
    opensRun: true,
  };
  const isPrimary = fix?.link === undefined || correction.changedTo !== undefined;
  const retry = canBeRetried ? (
    <RetryStep
      runId={message._notificationId}
      job={job}
      waits={job.status === 'queued'}
      whyNot={whyNot}
      primary={isPrimary}
    />
  ) : (
    run &&
    job && <ResendStep runId={message._notificationId} job={job} whyNot={whyNoResend(run) ?? whyNotSent(message)} />
  );
  const ask = message._id && message.fate && <AskProvider messageId={message._id} whyNot={message.fate.whyNot} />;
  return (
    <section aria-label="Outcome">
      <h2 className="flex items-start gap-2.5 text-lg font-semibold text-pretty">
        <style.icon aria-hidden className={cn('mt-0.5 size-5 shrink-0', toneText[style.tone])} />
        <span className="min-w-0 wrap-anywhere">
          <Prose>{first ?? ''}</Prose>
          {asides.map((aside) => (
            <span key={aside} className="block text-sm font-normal text-muted">
              <Prose>{` ${aside}`}</Prose>
            </span>
          ))}
        </span>
      </h2>
      <div className="mt-1.5 flex flex-wrap items-center gap-2 pl-7.5 empty:hidden">
        {fix ? (
          <div className="basis-full">
            <Remedy fix={fix} primary={message.status !== 'sent'} correction={correction}>
              {retry}
            </Remedy>
          </div>
        ) : (
          retry
        )}
        {/* Always in this place: the answer of the provider stays when it changes the outcome, and so the fix. */}
        {ask}
      </div>
    </section>
  );
}

/** Returns "The provider reported a delay: “452 Mailbox full”." if that is its last word about the message. */
function delayText({ events = [] }: Message): string | undefined {
  const last = events.findLast(({ kind, ofCopy }) => !ofCopy && kind !== 'accepted');
  if (last?.kind !== 'delayed') return undefined;
  return ended(`The provider reported a delay${last.words ? `: “${last.words}”` : ''}`);
}
