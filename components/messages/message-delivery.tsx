'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { RetryStep } from '#components/activity/retry-step.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import type { Message } from '#lib/messages/schema.ts';
import { notificationQueries } from '#lib/notifications/client.ts';

const StepDetails = dynamic(
  () => import('#components/activity/step-details.tsx').then((module) => module.StepDetails),
  {
    ssr: false,
  },
);

interface Props {
  message: Message;
  revealed: boolean;
}

/** How the message was delivered: the story of its step, with the provider's answer. */
export function MessageDelivery({ message, revealed }: Props) {
  const { id } = useEnvironment();
  const run = useQuery(notificationQueries.ofMessage(id, message._notificationId, revealed));
  const job = run.data?.jobs?.find(({ step }) => step._templateId === message._messageTemplateId);
  if (!run.data || !job) return null;
  return (
    <section aria-label="Delivery" className="mt-6">
      <h2 className="text-base font-semibold">Delivery</h2>
      {job.status === 'failed' && <RetryStep runId={message._notificationId} job={job} />}
      <StepDetails run={run.data} job={job} ofMessage />
    </section>
  );
}
