'use client';

import type { LucideIcon } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { useOpened } from '#components/ui/use-opened.ts';
import type { StepAction, StepOfRun } from './step-action.ts';

const StepDialog = dynamic(() => import('./step-dialog.tsx').then((module) => module.StepDialog), { ssr: false });

interface Props {
  runId: string;
  step: StepOfRun;
  action: StepAction;
  label: string;
  icon: LucideIcon;
  /** Why the action is not possible. */
  denied: string | undefined;
  /** Whether this is the main action of its page. */
  primary?: boolean;
  /** Whether the label is only a tooltip, in rows of lists. */
  iconOnly?: boolean;
}

/** A button that acts on a step, and its dialog. */
export function StepButton({ label, icon: Icon, denied, primary = false, iconOnly = false, ...target }: Props) {
  const [isOpen, setOpen] = useState(false);
  const hasOpened = useOpened(isOpen);
  return (
    <>
      <Button
        size="sm"
        variant={iconOnly ? 'ghost' : primary && !denied ? 'primary' : 'secondary'}
        aria-label={iconOnly ? label : undefined}
        data-tip={iconOnly ? label : undefined}
        className={iconOnly ? 'touch-area relative z-10 text-muted' : undefined}
        disabledReason={denied}
        onClick={() => setOpen(true)}
      >
        <Icon aria-hidden />
        {!iconOnly && label}
      </Button>
      {hasOpened && <StepDialog {...target} open={isOpen} label={label} onClose={() => setOpen(false)} />}
    </>
  );
}
