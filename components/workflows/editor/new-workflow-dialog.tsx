'use client';

import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { NewWorkflowForm } from './new-workflow-form.tsx';

interface Props {
  open: boolean;
  /** Awaited before the new workflow opens, because it may still change the URL of this page. */
  onOpenChange: (open: boolean) => unknown;
}

/** Asks for name, identifier and first step, and opens the new workflow in the editor. */
export function NewWorkflowDialog({ open, onOpenChange }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="New workflow"
        description="It starts paused: nothing is sent before you activate it."
        className="max-w-xl"
      >
        <NewWorkflowForm onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}
