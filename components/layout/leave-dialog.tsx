'use client';

import { useCallback, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogContent, DialogFooter } from '#components/ui/dialog.tsx';
import { useLeaveGuard } from './use-leave-guard.ts';

interface Props {
  /** Whether there are unsaved changes. */
  active: boolean;
  /** The name of the changed resource. */
  name: string;
  saving: boolean;
  /** Resolves to true if the changes were saved. */
  onSave: () => Promise<boolean>;
  onDiscard?: () => void;
}

/** Asks before unsaved changes on a page are lost. */
export function LeaveDialog({ active, name, saving, onSave, onDiscard }: Props) {
  const [question, setQuestion] = useState<{ settle: (leave: boolean) => void }>();
  const ask = useCallback(() => new Promise<boolean>((settle) => setQuestion({ settle })), []);
  useLeaveGuard(active, ask);
  const answer = (leave: boolean) => {
    question?.settle(leave);
    setQuestion(undefined);
  };
  const discard = () => {
    onDiscard?.();
    answer(true);
  };
  return (
    <Dialog open={question !== undefined} onOpenChange={() => answer(false)}>
      <DialogContent
        role="alertdialog"
        title="Leave with unsaved changes?"
        description={`Your changes to “${name}” have not been saved.`}
        className="max-w-lg"
      >
        <DialogFooter>
          <Button variant="ghost" onClick={discard} className="mr-auto text-bad">
            Discard and leave
          </Button>
          <Button data-focus-first onClick={() => answer(false)}>
            Stay
          </Button>
          <Button variant="primary" pending={saving} onClick={async () => answer(await onSave())}>
            Save and leave
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
