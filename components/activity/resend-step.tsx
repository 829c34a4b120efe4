'use client';

import { Send } from 'lucide-react';
import { useWhyNot } from '#components/layout/session.tsx';
import { resendLabel } from '#lib/notifications/retry/retry-rules.ts';
import type { Job } from '#lib/notifications/schema.ts';
import { StepButton } from './step-button.tsx';

interface Props {
  runId: string;
  job: Pick<Job, '_id' | 'type' | 'status' | 'reason'>;
  /** Why no step of the run can be sent again. */
  whyNot: string | undefined;
}

/** Sends the message of a step again in a separate run. Empty for steps without such a message. */
export function ResendStep({ runId, job, whyNot }: Props) {
  const denied = useWhyNot('messages:resend') ?? whyNot;
  const label = resendLabel(job);
  if (label === undefined) return null;
  return (
    <StepButton runId={runId} step={{ jobId: job._id }} action="repeat" label={label} icon={Send} denied={denied} />
  );
}
