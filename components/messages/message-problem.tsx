'use client';

import { RetryStep } from '#components/activity/retry-step.tsx';
import { Remedy } from '#components/explain/remedy.tsx';
import { type StateStyle, states } from '#components/status/states.ts';
import { cn } from '#components/ui/cn.ts';
import { Prose } from '#components/ui/prose.tsx';
import { toneText } from '#components/ui/tone.ts';
import { ended } from '#lib/explain/summary.ts';
import { messageFix } from '#lib/messages/fix.ts';
import { messageProblem } from '#lib/messages/problem.ts';
import type { Message } from '#lib/messages/schema.ts';
import { messageState } from '#lib/messages/state.ts';
import { integrationOf } from '#lib/notifications/run-status.ts';
import type { Job } from '#lib/notifications/schema.ts';

interface Props {
  message: Message;
  /** The step that made it, once it is loaded. */
  job: Job | undefined;
}

/** Why the message did not go out, and what to do about it: the first thing to read. Nothing when it did. */
export function MessageProblem({ message, job }: Props) {
  const problem = messageProblem(message);
  if (problem === undefined) return null;
  const fix = messageFix(message, job && integrationOf(job));
  const style: StateStyle = states[messageState(message)];
  const retry = job?.status === 'failed' && <RetryStep runId={message._notificationId} job={job} />;
  return (
    <section aria-label="Problem" className="mb-5 rounded-lg border border-line bg-surface px-4 py-3">
      <h2 className="flex items-start gap-2 text-base font-semibold text-pretty">
        <style.icon aria-hidden className={cn('mt-0.5 size-5 shrink-0', toneText[style.tone])} />
        <span className="min-w-0 wrap-anywhere">
          <Prose>{ended(problem)}</Prose>
        </span>
      </h2>
      <div className="mt-1.5 pl-7 empty:hidden">{fix ? <Remedy fix={fix}>{retry}</Remedy> : retry}</div>
    </section>
  );
}
