'use client';

import { useMutation } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { confirm } from '#components/form/confirm.tsx';
import { RealPeople } from '#components/layout/real-people.tsx';
import { useSession, useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { notify } from '#components/ui/notify.ts';
import { notificationMutations } from '#lib/notifications/client.ts';
import type { Job } from '#lib/notifications/schema.ts';
import { isDelivery, stepLabels } from '#lib/steps/labels.ts';

/** The fields of a step that the confirmation of a retry shows. */
export type RetriedJob = Pick<Job, '_id' | 'type'> & { step: Pick<Job['step'], 'name'> };

interface Props {
  runId: string;
  job: RetriedJob;
  /** The step waits for its next automatic attempt. */
  waits?: boolean;
  /** Why the failed step cannot be retried. */
  whyNot?: string | undefined;
  /** Whether this is the main action of its page. */
  primary?: boolean;
}

/** Retries a failed step, or one that waits for its next attempt. */
export function RetryStep({ runId, job, waits = false, whyNot, primary = false }: Props) {
  const { environment } = useSession();
  const denied = useWhyNot('messages:retry') ?? whyNot;
  const retry = useMutation(notificationMutations.retryStep(environment._id, runId));
  const ask = async () => {
    const done = await confirm({
      title: `Retry “${job.step.name || stepLabels[job.type]}”${waits ? ' now' : ''}?`,
      body: (
        <>
          {isDelivery(job.type) && <RealPeople environment={environment} className="mb-3" />}
          {waits ? NOW : whatHappens(job)}
        </>
      ),
      action: waits ? 'Retry now' : 'Retry the step',
      run: () => retry.mutateAsync(job._id),
    });
    if (done) notify.done('Step queued again');
  };
  return (
    <Button
      size="sm"
      variant={primary && !denied ? 'primary' : 'secondary'}
      disabledReason={denied}
      onClick={() => void ask()}
    >
      <RotateCw aria-hidden />
      {waits ? 'Retry now' : 'Retry'}
    </Button>
  );
}

const NOW = 'Runs now with the original workflow version and the current subscriber, preferences and integrations.';

function whatHappens({ type }: RetriedJob): string {
  const later = 'Steps that were cancelled because this step failed stay cancelled.';
  if (!isDelivery(type)) return `${NOW} ${later}`;
  return `${NOW} If the provider accepted the message after all, it may arrive twice. ${later}`;
}
