'use client';

import { useQuery } from '@tanstack/react-query';
import { useEnvironment } from '#components/layout/session.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { messageQueries } from '#lib/messages/client.ts';
import type { Message } from '#lib/messages/schema.ts';
import { jobState } from '#lib/notifications/run-status.ts';
import type { Notification } from '#lib/notifications/schema.ts';
import { channelLabels } from '#lib/steps/labels.ts';
import { MessagePreview } from './lazy-message-preview.ts';

/** The message of the first step that sent one, below the steps of a run without failures. */
export function RunPreview({ run }: { run: Notification }) {
  const { id } = useEnvironment();
  const isShown = isPreviewed(run);
  const messages = useQuery({
    ...messageQueries.list(id, { notificationId: run._id ?? '', limit: 100 }),
    enabled: isShown,
  });
  const message = isShown && firstSent(run, messages.data?.data ?? []);
  if (isShown && messages.isPending) return <Skeleton aria-busy className="mt-1 ml-9 h-36 rounded-lg" />;
  if (!message || message.withheld) return null;
  return (
    <section aria-label="First message" className="mt-1 pl-9">
      <h3 className="pb-1.5 text-xs font-medium text-faint">{channelLabels[message.channel]} preview</h3>
      <MessagePreview message={message} />
    </section>
  );
}

/** Whether the preview is shown. Failed runs need the room for the timeline, and sensitive content is shown on request only. */
export function isPreviewed({ jobs = [], withheld }: Pick<Notification, 'jobs' | 'withheld'>): boolean {
  return !withheld && jobs.some((job) => jobState(job) === 'sent') && jobs.every((job) => jobState(job) !== 'failed');
}

/** Returns the message of the first step that sent one. */
export function firstSent(
  { jobs = [] }: Pick<Notification, 'jobs'>,
  messages: readonly Message[],
): Message | undefined {
  const steps = jobs.filter((job) => jobState(job) === 'sent').map(({ step }) => step._templateId);
  return steps.flatMap((step) => messages.find(({ _messageTemplateId }) => _messageTemplateId === step) ?? [])[0];
}
