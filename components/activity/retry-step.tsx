'use client';

import { RotateCw } from 'lucide-react';
import { useWhyNot } from '#components/layout/session.tsx';
import type { Job } from '#lib/notifications/schema.ts';
import { StepButton } from './step-button.tsx';

interface Props {
  runId: string;
  job: Pick<Job, '_id'>;
  /** Whether the step waits for its next automatic attempt. */
  waits?: boolean;
  /** Why the failed step cannot be retried. */
  whyNot?: string | undefined;
  /** Whether this is the main action of its page. */
  primary?: boolean;
}

/** Retries a failed step, or one that waits for its next attempt. */
export function RetryStep({ runId, job, waits = false, whyNot, primary = false }: Props) {
  const denied = useWhyNot('messages:retry') ?? whyNot;
  return (
    <StepButton
      runId={runId}
      step={{ jobId: job._id }}
      action={waits ? 'hurry' : 'retry'}
      label={waits ? 'Retry now' : 'Retry'}
      icon={RotateCw}
      denied={denied}
      primary={primary}
    />
  );
}
