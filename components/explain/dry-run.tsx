'use client';

import { StepForward } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';

const DryRunDialog = dynamic(() => import('./dry-run-dialog.tsx').then((module) => module.DryRunDialog), {
  ssr: false,
});

interface Props {
  workflowId: string | undefined;
  subscriberId: string | undefined;
  /** The workflow and subscriber in words: "Sign-in code for Jane Cooper". */
  about?: string;
}

/** The button that shows what a new trigger would do now, without sending. */
export function DryRun({ workflowId, subscriberId, about }: Props) {
  const denied = useWhyNot('events:trigger');
  const [open, setOpen] = useState(false);
  if (workflowId === undefined || subscriberId === undefined) return null;
  return (
    <>
      <Button size="sm" disabledReason={denied} onClick={() => setOpen(true)}>
        <StepForward aria-hidden />
        Dry run
      </Button>
      {open && (
        <DryRunDialog
          workflowId={workflowId}
          subscriberId={subscriberId}
          open
          onOpenChange={setOpen}
          {...(about !== undefined && { about })}
        />
      )}
    </>
  );
}
