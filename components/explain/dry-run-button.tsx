'use client';

import { FlaskConical } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';

const DryRunDialog = dynamic(() => import('./dry-run-dialog.tsx').then((module) => module.DryRunDialog));

interface Props {
  workflowId?: string;
  subscriberId?: string;
  size?: 'sm' | 'md';
  className?: string;
}

/** Opens the dry run of a workflow, or for a subscriber. */
export function DryRunButton({ size = 'md', className, ...given }: Props) {
  const [open, setOpen] = useState(false);
  const denied = useWhyNot('events:trigger');
  return (
    <>
      <Button size={size} className={className} disabledReason={denied} onClick={() => setOpen(true)}>
        <FlaskConical aria-hidden />
        Dry run
      </Button>
      {open && <DryRunDialog {...given} open onOpenChange={setOpen} />}
    </>
  );
}
