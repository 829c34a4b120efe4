'use client';

import { useQuery } from '@tanstack/react-query';
import { useEnvironment } from '#components/layout/session.tsx';
import { cn } from '#components/ui/cn.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { messageQueries } from '#lib/messages/client.ts';
import type { Message } from '#lib/messages/schema.ts';
import type { Job, Notification } from '#lib/notifications/schema.ts';
import { jobState } from '#lib/notifications/status/job-state.ts';
import { channelLabels } from '#lib/steps/labels.ts';
import { MessagePreview } from './lazy-message-preview.ts';

interface Props {
  run: Notification;
  /** The step that shows the preview, or the folded steps. */
  jobs: readonly Job[];
  /** Whether steps follow. A long message then scrolls in its frame, so that the next steps stay near. */
  isShort: boolean;
}

/**
 * The message of the first step that sent a message, shown within that step. Empty for other steps, and in a run with
 * failures.
 */
export function RunPreview({ run, jobs, isShort }: Props) {
  const { id } = useEnvironment();
  const sent = jobs.filter((job) => jobState(job) === 'sent');
  const isShown = sent.length > 0 && isPreviewed(run);
  const messages = useQuery({
    ...messageQueries.list(id, { notificationId: run._id ?? '', limit: 100 }),
    enabled: isShown,
  });
  if (!isShown) return null;
  if (messages.isPending) {
    const isFirst = sent.some((job) => job === run.jobs?.find((each) => jobState(each) === 'sent'));
    return isFirst && <Skeleton aria-busy className="mt-1.5 h-36 rounded-lg" />;
  }
  const message = firstSent(run, messages.data?.data ?? []);
  if (!message || message.withheld || !sent.some((job) => isOf(job, message))) return null;
  return (
    <section aria-label="First message" className="mt-1.5">
      <h4 className="pb-1.5 text-xs font-medium text-faint">{channelLabels[message.channel]} preview</h4>
      <div className={cn(isShort && 'max-h-96 overflow-y-auto')}>
        <MessagePreview message={message} />
      </div>
    </section>
  );
}

/** Whether the preview is shown. Failed runs need the room for the timeline, and sensitive content is shown on request only. */
export function isPreviewed({ jobs = [], withheld }: Pick<Notification, 'jobs' | 'withheld'>): boolean {
  return !withheld && jobs.some((job) => jobState(job) === 'sent') && jobs.every((job) => jobState(job) !== 'failed');
}

/** Returns the message of the first step that sent a message. */
export function firstSent(
  { jobs = [] }: Pick<Notification, 'jobs'>,
  messages: readonly Message[],
): Message | undefined {
  const sent = jobs.filter((job) => jobState(job) === 'sent');
  return sent.flatMap((job) => messages.find((message) => isOf(job, message)) ?? [])[0];
}

function isOf({ step }: Job, { _messageTemplateId }: Message): boolean {
  return _messageTemplateId === step._templateId;
}
