'use client';

import { StepForward } from 'lucide-react';
import { useState } from 'react';
import { EventDialog } from '#components/events/event-dialog.tsx';
import { useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';

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
      <EventDialog
        dialog={open ? 'dry-run' : undefined}
        workflowId={workflowId}
        subscriberId={subscriberId}
        about={about ?? workflowId}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
