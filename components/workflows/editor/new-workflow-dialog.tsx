'use client';

import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { NewWorkflowForm } from './new-workflow-form.tsx';

interface Props {
  open: boolean;
  /** Awaited before the new workflow opens, because it may still change the URL of this page. */
  onOpenChange: (open: boolean) => unknown;
}

/** Requires a name, an identifier, and a template or first step, and opens the new workflow in the editor. */
export function NewWorkflowDialog({ open, onOpenChange }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="New workflow"
        description="The workflow starts paused: nothing is sent until you activate it."
        className="max-w-3xl"
      >
        <NewWorkflowForm onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}
