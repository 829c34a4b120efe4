'use client';

import { Send } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { useOpened } from '#components/ui/use-opened.ts';
import { resendLabel } from '#lib/notifications/run-status.ts';
import type { Job } from '#lib/notifications/schema.ts';

const ResendDialog = dynamic(() => import('./resend-dialog.tsx').then((module) => module.ResendDialog), { ssr: false });

interface Props {
  runId: string;
  job: Pick<Job, '_id' | 'type' | 'status' | 'reason'>;
  /** Why no step of the run can be sent again. */
  whyNot: string | undefined;
}

/** Sends the message of a step again in a separate run. Nothing is shown for steps that have no such message. */
export function ResendStep({ runId, job, whyNot }: Props) {
  const denied = useWhyNot('messages:resend') ?? whyNot;
  const [isOpen, setOpen] = useState(false);
  const hasOpened = useOpened(isOpen);
  const label = resendLabel(job);
  if (label === undefined) return null;
  return (
    <>
      <Button size="sm" variant="secondary" disabledReason={denied} onClick={() => setOpen(true)}>
        <Send aria-hidden />
        {label}
      </Button>
      {hasOpened && (
        <ResendDialog runId={runId} jobId={job._id} open={isOpen} label={label} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
