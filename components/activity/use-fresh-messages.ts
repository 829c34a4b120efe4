import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { messageQueries } from '#lib/messages/client.ts';
import type { Message } from '#lib/messages/schema.ts';
import type { Notification } from '#lib/notifications/schema.ts';
import { jobState } from '#lib/notifications/status/job-state.ts';
import { isDelivery } from '#lib/steps/labels.ts';

/**
 * Reads the messages of a run again if the list lacks the message of a sent step. Such a list was read before the step
 * ended, and no event announces changes of a finished run. Reads only once for each step, because the message may also
 * have been deleted.
 */
export function useFreshMessages(environmentId: string, id: string, run: Notification | undefined): void {
  const client = useQueryClient();
  const list = messageQueries.list(environmentId, { notificationId: id, limit: 100 });
  // Another component reads the messages.
  const { data, isPlaceholderData } = useQuery({ ...list, enabled: false });
  const lacking = run && data && !isPlaceholderData ? stepsWithoutMessage(run, data.data) : '';
  const key = JSON.stringify(list.queryKey);
  useEffect(() => {
    if (lacking !== '') void client.invalidateQueries({ queryKey: JSON.parse(key) as string[] });
  }, [client, key, lacking]);
}

/** Returns the IDs of the steps that sent a message which the list lacks. */
export function stepsWithoutMessage({ jobs = [] }: Pick<Notification, 'jobs'>, messages: readonly Message[]): string {
  const templates = new Set(messages.map(({ _messageTemplateId }) => _messageTemplateId));
  const lacking = jobs.filter(
    (job) => isDelivery(job.type) && jobState(job) === 'sent' && !templates.has(job.step._templateId),
  );
  return lacking.map(({ _id }) => _id).join(' ');
}
